/** Reads what a program said before it ended, and knows what to do about the usual things. */
import { stripVTControlCharacters } from 'node:util'
import { visibleText } from '../../shared/text/visible-text'

export type Complaint = {
  /** A whole sentence: what it means. */
  readonly what: string
  /** A whole sentence: what to do. */
  readonly fix: string
  /** The file that it was to run, and that is not there. */
  readonly missing?: string
}

type Reading = readonly [RegExp, (match: RegExpExecArray) => Complaint]

const QUOTED_CHARS = 200
/** No known complaint is longer, and the patterns take ever longer for one long word. */
const READ_CHARS = 1_000
const QUOTED_LINES = 5

/** The most telling first: a program says much when it breaks, and most of it follows from one thing. */
const READINGS: readonly Reading[] = [
  [
    /Cannot connect to the Docker daemon|Is the docker daemon running|error during connect.*docker/i,
    () => ({
      what: 'Docker is installed, but its daemon is not running.',
      fix: 'Start Docker Desktop or the docker service, and try again.'
    })
  ],
  [
    /the input device is not a TTY/i,
    () => ({
      what: 'Docker was asked for a terminal, and there is none.',
      fix: 'Remove -t (or --tty) from the arguments of docker, and keep -i.'
    })
  ],
  [
    /pull access denied for ([^\s,]+)|manifest for (\S+) not found|Unable to find image '([^']+)'[^]*(?:denied|not found)/i,
    (match) => ({
      what: `The image ${named(match)} cannot be pulled.`,
      fix: 'Check the name and the tag of the image, or sign in with docker login.'
    })
  ],
  [
    /npm (?:ERR!|error) (?:code E404|404)(?:[^]*?'([^'\s]+)' is not in)?/,
    (match) => ({
      what: `npm does not find the package${match[1] === undefined ? '' : ` ${named(match)}`} in its registry.`,
      fix: 'Check the name and the version of the package in the arguments.'
    })
  ],
  [
    /npm (?:ERR!|error) code ETARGET[^]*?No matching version found for (\S+?)\.?\s/,
    (match) => ({
      what: `There is no such version: ${named(match)}.`,
      fix: 'Write a version of the package that exists, or leave the version out.'
    })
  ],
  [
    /npm (?:ERR!|error) code (ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET)/,
    (match) => ({
      what: `npm cannot reach its registry (${named(match)}).`,
      fix: 'Check the network and the proxy settings of npm; without a network, install the package beforehand.'
    })
  ],
  [
    /npm (?:ERR!|error) code (E401|E403)/,
    (match) => ({
      what: `The registry refuses npm (${named(match)}).`,
      fix: 'Sign in with npm login, or check the registry in .npmrc.'
    })
  ],
  [
    /could not determine executable to run/i,
    () => ({
      what: 'The package has no program that npx could run.',
      fix: 'Check the name of the package, or name the program with npx -p <package> <program>.'
    })
  ],
  [
    /canceled due to missing packages/i,
    () => ({
      what: 'npx wanted to ask whether it may install the package.',
      fix: 'Add -y before the name of the package, so that npx does not ask.'
    })
  ],
  [
    /npm (?:ERR!|error) Missing script: "([^"]+)"/,
    (match) => ({
      what: `The package.json there has no script ${named(match)}.`,
      fix: 'Check the name of the script, and that the folder (cwd) is that of the package.'
    })
  ],
  [
    /An executable named `([^`]+)` is not provided/,
    (match) => ({
      what: `The package has no program called ${named(match)}.`,
      fix: 'Name package and program apart: uvx --from <package> <program>.'
    })
  ],
  [
    /([\w.-]+) was not found in the package registry|No solution found when resolving/i,
    () => ({
      what: 'uv does not find the package in this version.',
      fix: 'Check the name and the version of the package, and the version of Python it needs.'
    })
  ],
  [
    /Cannot find (?:module|package) '([^']+)'/,
    (match) =>
      /^([./\\]|[A-Za-z]:)/.test(match[1] ?? '')
        ? {
            what: `The file ${named(match)} does not exist.`,
            fix: 'Correct the path in the arguments, or build the server first; a relative path counts from its folder (cwd).',
            ...missing(match)
          }
        : {
            what: `The Node.js package ${named(match)} is not installed there.`,
            fix: 'Run npm install in the folder of the server.'
          }
  ],
  [
    /Module not found "file:\/\/([^"]+)"|can't open file '([^']+)'|Could not open input file: (\S+)|(?:python\d?|node|deno|bun|sh|bash|ruby)[^\n]*?: ?([^\s:]+): No such file or directory/,
    (match) => ({
      what: `The script ${named(match)} does not exist.`,
      fix: 'Correct the path in the arguments; a relative path counts from the folder (cwd) of the server.',
      ...missing(match)
    })
  ],
  [
    /(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?|No module named ([\w.]+)/,
    (match) => ({
      what: `The Python module ${named(match)} is not installed there.`,
      fix: `Install ${named(match)} for the Python that runs the server, or name the Python of its virtual environment as the command.`
    })
  ],
  [
    /EADDRINUSE[^\n]*?(?::(\d+))?(?:\n|$)|Address already in use/i,
    (match) => ({
      what: `The port ${match[1] ? `${named(match)} ` : ''}that it wants to listen on is taken.`,
      fix: 'End the other program that uses the port, such as an earlier run of this server, or give it another port.'
    })
  ],
  [
    /(?:line \d+: |\n|^|: )([\w./-]+): (?:command )?not found|'([^']+)' is not recognized as an internal or external command/,
    (match) => ({
      what: `It wants to run ${named(match)}, which is not on its PATH.`,
      fix: `Install ${named(match)}, or write its whole path.`
    })
  ],
  [
    /env: ['‘]?([\w.-]+?)['’]?: No such file or directory/,
    (match) => ({
      what: `It needs the program ${named(match)}, which is not on its PATH.`,
      fix: `Install ${named(match)}, or add its folder to PATH in the env of the server.`
    })
  ],
  [
    /ERR_REQUIRE_ESM|ERR_UNKNOWN_FILE_EXTENSION|SyntaxError: (?:Unexpected|Invalid|Cannot use import)|Unsupported engine|requires? Node(?:\.js)? |is not supported by (?:the )?Node/i,
    () => ({
      what: 'This Node.js does not understand the server, most likely because it is too old.',
      fix: 'Use the version of Node.js that the server asks for: name its whole path as the command.'
    })
  ],
  [
    /Exec format error|cannot execute binary file|bad CPU type/i,
    () => ({
      what: 'The program is made for another kind of machine.',
      fix: 'Install the program for this system and processor.'
    })
  ],
  [
    /heap out of memory|MemoryError|Cannot allocate memory/i,
    () => ({
      what: 'It ran out of memory.',
      fix: 'Give it less to load, or more memory.'
    })
  ],
  [
    /EACCES: permission denied, \w+ '([^']+)'|PermissionError: .*?'([^']+)'|([^\s:]+): Permission denied/,
    (match) => ({
      what: `It is not allowed to use ${named(match)}.`,
      fix: `Let this user read, and where it has to, write ${named(match)}.`
    })
  ],
  [
    /(?:ENOENT: no such file or directory, \w+|FileNotFoundError: .*?) '([^']+)'/,
    (match) => ({
      what: `It misses the file or folder ${named(match)}.`,
      fix: `Create ${named(match)}, or correct the path in the arguments or the env of the server.`
    })
  ],
  [
    /\b([A-Z][A-Z\d]*_[A-Z\d_]+)\b[^\n]{0,40}\b(?:required|not set|missing|undefined|must be (?:set|provided)|not (?:provided|defined|found))|(?:missing|required|set|provide|KeyError:)[^\n]{0,40}?\b([A-Z][A-Z\d]*_[A-Z\d_]+)\b/i,
    (match) => ({
      what: `It misses the variable ${named(match)}.`,
      fix: `Give it ${named(match)} in the env of its definition.`
    })
  ],
  [
    /unrecognized arguments?|unknown (?:option|argument|flag)|unexpected argument|bad option|invalid option/i,
    () => ({
      what: 'It does not know one of its arguments.',
      fix: 'Compare the arguments with what the server says about itself with --help.'
    })
  ],
  [
    /Traceback \(most recent call last\)[^]*?\n([A-Za-z_][\w.]*(?:Error|Exception|Exit)\b[^\n]*)/,
    (match) => ({
      what: `It is a Python program that ended with: ${named(match)}`,
      fix: 'Read the whole traceback on its stderr: the fault is in the server or in what it was given.'
    })
  ]
]

/** Undefined when it says nothing that is known. */
export function readComplaint(lines: readonly string[]): Complaint | undefined {
  const text = lines.map((line) => plain(line).slice(0, READ_CHARS)).join('\n')
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(text)
    if (match) return read(match)
  }
  return undefined
}

/** The last of the lines, each quoted and on a line of its own; empty when there are none. */
export function quoteLast(lines: readonly string[], count = QUOTED_LINES): string {
  return lines
    .map(plain)
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .map((line) => `\n“${visibleText(line.slice(0, QUOTED_CHARS))}”`)
    .join('')
}

/** Without the colours that are for terminals. */
function plain(line: string): string {
  return stripVTControlCharacters(line).trimEnd()
}

/** The first thing that the pattern caught, as it may be shown. */
function missing(match: RegExpExecArray): Pick<Complaint, 'missing'> {
  const path = match.slice(1).find((group) => group !== undefined)
  return path === undefined ? {} : { missing: path }
}

function named(match: RegExpExecArray): string {
  const found = match.slice(1).find((group) => group !== undefined) ?? ''
  return visibleText(found.trim().slice(0, QUOTED_CHARS))
}
