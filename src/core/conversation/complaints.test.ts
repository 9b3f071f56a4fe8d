import { describe, expect, it } from 'vitest'
import { quoteLast, readComplaint } from './complaints'

describe('what a program says before it ends', () => {
  it.each([
    ["Error: Cannot find module '/home/me/server.js'", /server\.js does not exist/, /arguments/],
    ["Error: Cannot find module 'zod'\nRequire stack:", /package zod/, /npm install/],
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/sdk' imported from /x.mjs",
      /@scope\/sdk/,
      /npm install/
    ],
    ['/start.sh: line 3: uvx: command not found', /run uvx/, /Install uvx/],
    ['sh: 1: tsx: not found', /run tsx/, /Install tsx/],
    ['env: ‘node’: No such file or directory', /program node/, /Install node/],
    ['/usr/bin/env: node: No such file or directory', /node/, /Install node|path/],
    [
      'Traceback (most recent call last):\n  File "a.py", line 1\nModuleNotFoundError: No module named \'mcp\'',
      /module mcp/,
      /Install mcp/
    ],
    ['/usr/bin/python3: No module named my_server', /module my_server/, /Install my_server/],
    [
      "python3: can't open file '/x/server.py': [Errno 2] No such file or directory",
      /\/x\/server\.py does not exist/,
      /path in the arguments/
    ],
    [
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: bad port',
      /ValueError: bad port/,
      /traceback/
    ],
    ['Error: listen EADDRINUSE: address already in use :::3000', /port 3000 /, /another port/],
    ['OSError: [Errno 98] Address already in use', /taken/, /another port/],
    [
      'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      /daemon is not running/,
      /Start Docker/
    ],
    ['the input device is not a TTY', /terminal/, /Remove -t/],
    [
      "Unable to find image 'mcp/nothing:latest' locally\ndocker: Error response from daemon: pull access denied for mcp/nothing, repository does not exist",
      /mcp\/nothing/,
      /docker login/
    ],
    [
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/no-such-thing - Not found\nnpm error 404  'no-such-thing@*' is not in this registry.",
      /does not find the package no-such-thing@\*/,
      /name and the version/
    ],
    [
      'npm ERR! code ENOTFOUND\nnpm ERR! network request to https://registry.npmjs.org failed',
      /registry \(ENOTFOUND\)/,
      /network/
    ],
    [
      'npm error code ETARGET\nnpm error notarget No matching version found for foo@99.0.0.\n',
      /foo@99\.0\.0/,
      /version/
    ],
    ['npm error could not determine executable to run', /no program/, /npx -p/],
    [
      'npm error npx canceled due to missing packages and no YES option: ["foo@1.0.0"]',
      /ask/,
      /Add -y/
    ],
    ['Error: GITHUB_TOKEN is not set', /variable GITHUB_TOKEN/, /GITHUB_TOKEN in the env/],
    ['Missing required environment variable: BRAVE_API_KEY', /BRAVE_API_KEY/, /env/],
    ["KeyError: 'OPENAI_API_KEY'", /OPENAI_API_KEY/, /env/],
    [
      "Error: ENOENT: no such file or directory, open '/etc/thing.json'",
      /thing\.json/,
      /Create \/etc\/thing\.json/
    ],
    ["Error: EACCES: permission denied, open '/root/x'", /not allowed to use \/root\/x/, /read/],
    ["SyntaxError: Unexpected token '??='", /too old/, /version of Node/],
    ['error: unrecognized arguments: --stdio', /arguments/, /--help/]
  ])('is understood: %s', (text, what, fix) => {
    const complaint = readComplaint(text.split('\n'))
    expect(complaint?.what).toMatch(what)
    expect(complaint?.fix).toMatch(fix)
  })

  it('is understood in colours, and shown without them', () => {
    const line = "\u001b[31mError: Cannot find module 'zod'\u001b[0m"
    expect(readComplaint([line])?.what).toMatch(/zod/)
    expect(quoteLast([line])).toBe("\n“Error: Cannot find module 'zod'”")
  })

  it('is not made up', () => {
    expect(readComplaint(['Server started', 'reading the index', 'out of cheese'])).toBeUndefined()
    expect(readComplaint([])).toBeUndefined()
  })

  it('is quoted from its end, with what hides in it made visible', () => {
    expect(quoteLast(['one', '', 'two', 'th\u202eree'], 2)).toBe('\n“two”\n“th<U+202E>ree”')
  })
})
