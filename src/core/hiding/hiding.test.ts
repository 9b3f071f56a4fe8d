import { describe, expect, it } from 'vitest'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { secretFieldsOf, shownText, withHiddenValues } from './hiding'

const ENTRY = `{
  // what it is: "API_KEY": "c4nary-commented", and "LEVEL": "info"
  "command": "npx", /* pinned */
  "args": ["-y", "weather@1.2.3"],
  "env": {
    "API_KEY": "c4nary-1",   // the key
    "TOKEN": "\${TOKEN}",
    "HEADER": "Bearer \${secret:T}",
    "FALLBACK": "\${TOKEN:-c4nary-fallback}",
    "MIXED": "a \${TOKEN}",
    "PIN": 12345678,
    "EMPTY": "",
  },
  "unknown": { "clientSecret": "c4nary-2", "other": [1, "kept"] }
}`

const REMOTE = `{
  "url": "https://me:c4nary-1@example.com:8443/mcp/\${P}?a=c4nary-2&b=\${B}&c4nary-3#c4nary-4",
  "headers": { "X-Key": "c4nary-5" }
}`

function failureOf(work: () => unknown): WorkbenchError {
  try {
    work()
  } catch (error) {
    if (error instanceof WorkbenchError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

describe('shownText', () => {
  it('hides literal values and keeps everything else as it is written', () => {
    expect(shownText(ENTRY)).toBe(`{
  // what it is: "API_KEY": "•••", and "LEVEL": "info"
  "command": "npx", /* pinned */
  "args": ["-y", "weather@1.2.3"],
  "env": {
    "API_KEY": "•••",   // the key
    "TOKEN": "\${TOKEN}",
    "HEADER": "Bearer \${secret:T}",
    "FALLBACK": "•••",
    "MIXED": "•••",
    "PIN": "•••",
    "EMPTY": "",
  },
  "unknown": { "clientSecret": "•••", "other": [1, "kept"] }
}`)
  })

  it('hides credentials, values of the query and the fragment in an address', () => {
    expect(shownText(REMOTE)).toBe(`{
  "url": "https://•••@example.com:8443/mcp/\${P}?a=•••&b=\${B}&•••#•••",
  "headers": { "X-Key": "•••" }
}`)
  })

  it.each([
    'https://example.com',
    'https://example.com/a/@scope/b?',
    'http://localhost:${PORT:-3000}/mcp',
    '${ADDRESS:-https://example.com/mcp}',
    'https://${USER}:${PASS}@example.com/'
  ])('leaves the address %s as it is written', (url) => {
    const text = JSON.stringify({ url })
    expect(shownText(text)).toBe(text)
  })

  it.each([
    'me:c4nary@example.com/x',
    'https:\\\\me:c4nary@example.com',
    '//me:c4nary@example.com',
    '${SCHEME}://me:c4nary@example.com/',
    'https://${USER}:c4nary@example.com/',
    'https://example.com/?${NAME}=c4nary',
    'https://example.com/?x=${X:-c4nary-fallback}'
  ])('hides what may be secret in %s', (url) => {
    expect(shownText(JSON.stringify({ url }))).not.toContain('c4nary')
  })

  it('hides all of a key that is written twice, and values of the wrong kind', () => {
    const text =
      '{"env":{"A":"c4nary-1","A":"c4nary-2","B":["c4nary-3",{"C":"c4nary-4"}]},"headers":"c4nary-5"}'
    expect(shownText(text)).not.toContain('c4nary')
  })

  it.each([
    '{ "env": { "A": "c4nary-1", "B": "c4nary',
    '{ "env": { A: c4nary-1 } }',
    "{ 'env': { 'A': 'c4nary-1' } }",
    '{\n"env": {\n"A": "c4nary" "c4nary"\n"B\n"c4nary",\n// c4nary\n',
    '{"env":{"A:"c4nary-1","B":"c4nary-2"}}',
    'c4nary'
  ])('shows no value of a text that cannot be read: %j', (text) => {
    expect(shownText(text)).not.toContain('c4nary')
  })

  it('still shows the names in a text that cannot be read', () => {
    const text =
      '{\n  "command": "npx",\n  "disabled": true,\n  "env": {\n    "A": "c4nary",\n  }\n'
    expect(shownText(text)).toBe(
      '{\n  "command": "•••",\n  "disabled": true,\n  "env": {\n    "A": "•••",\n  }\n'
    )
  })
})

describe('a text that is made to keep us busy', () => {
  it.each([
    ['open braces', '${'.repeat(500_000)],
    ['words', 'a'.repeat(1_000_000)],
    ['fields', '{"a:'.repeat(250_000)],
    ['quotes', '"'.repeat(1_000_000)],
    ['quotes in a word', `a b${'"'.repeat(300_000)}c`],
    ['spaces', ' '.repeat(1_000_000)],
    ['commas', `"a": ${', '.repeat(500_000)}`],
    ['assignments', 'a="'.repeat(300_000)],
    ['backslashes', `a="${'\\'.repeat(300_000)}`],
    ['colons', 'x://'.concat(':'.repeat(1_000_000))],
    ['placeholders', `your_${'a_'.repeat(300_000)}`]
  ])('is dealt with at once: %s', (_what, text) => {
    // Whoever looks again at all that follows each of them does not come to an end in the time of a test.
    const shown = [text, `{}// ${text}`, JSON.stringify({ env: { A: text }, url: text })].map(
      shownText
    )
    expect(shown).toEqual(shown.map(() => expect.any(String) as string))
    expect(secretFieldsOf({ env: { A_KEY: text, B: text }, url: text })).toBeInstanceOf(Array)
  })
})

describe('shownText', () => {
  it.each(['mcpServers', 'servers', 'context_servers'])('hides in every entry of %s', (list) => {
    const file = (value: string): string =>
      JSON.stringify({
        [list]: {
          env: { command: 'x', env: { A: value } },
          url: { url: `https://h/?k=${value}`, headers: { X: value } }
        },
        inputs: [{ id: 'i', password: true, default: value }]
      })
    expect(shownText(file('c4nary'))).toBe(file('•••'))
  })
})

describe('withHiddenValues', () => {
  it.each([
    ['a process', ENTRY],
    ['an address', REMOTE]
  ])('makes the shown text of %s whole again', (_what, text) => {
    expect(withHiddenValues(shownText(text), text)).toBe(text)
  })

  it('keeps what the person changed around the hidden values', () => {
    const original = '{"command":"a","env":{"A":"s3cret","B":"other","N":12345}}'
    const edited = '{ "env": { "N": "•••", "B": "new", "A": "•••" }, "command": "b" }'
    expect(withHiddenValues(edited, original)).toBe(
      '{ "env": { "N": 12345, "B": "new", "A": "s3cret" }, "command": "b" }'
    )
  })

  it('finds the values of an address by the names of its parameters', () => {
    const original = '{"url":"https://u:p@h.example.com/a?x=1&y=2&x=3"}'
    const edited = '{"url":"https://•••@h.example.com/b?y=•••&z=new&x=•••&x=•••"}'
    expect(withHiddenValues(edited, original)).toBe(
      '{"url":"https://u:p@h.example.com/b?y=2&z=new&x=1&x=3"}'
    )
  })

  it('does not send them to another port of the same host', () => {
    const original = '{"url":"https://u:p@h.example.com/a"}'
    const edited = '{"url":"https://•••@h.example.com:99/a"}'
    expect(() => withHiddenValues(edited, original)).toThrow('leads elsewhere')
  })

  it.each([
    ['{"env":{"NEW":"•••"}}', '{"env":{"OLD":"x"}}', 'env.NEW'],
    ['{"env":{"A":"•••"}}', '', 'env.A'],
    ['{"env":{"A":"Bearer •••"}}', '{"env":{"A":"x"}}', 'env.A'],
    ['{"headers":{"A":"\\u2022\\u2022\\u2022"}}', '{}', 'headers.A'],
    ['{"url":"https://h/?b=•••"}', '{"url":"https://h/?a=1"}', 'url'],
    ['{"url":"https://h/•••"}', '{"url":"https://h/x"}', 'url'],
    ['{"url":"https://•••@h/"}', '{"command":"x"}', 'url'],
    ['{}// "KEY": "•••"', '{}', 'the comment KEY']
  ])('asks for the value again in %s when there was %s', (text, original, field) => {
    const failure = failureOf(() => withHiddenValues(text, original))
    expect(failure.code).toBe(WorkbenchErrorCode.InvalidInput)
    expect(failure.message).toContain(`Write the value of ${field} again`)
    expect(failure.details).toEqual({ field })
  })

  it.each([
    ['https://evil.example.com/?k=•••', 'url'],
    ['http://example.com/?k=•••', 'url'],
    ['https://example.com@evil.example.com/', 'headers.A'],
    ['https://${HOST}/', 'headers.A']
  ])('does not send what was hidden to where it was not meant to go: %s', (url, field) => {
    const original = '{"url":"https://example.com/?k=s3cret","headers":{"A":"s3cret"}}'
    const text = JSON.stringify({ url, headers: { A: '•••' } })
    const failure = failureOf(() => withHiddenValues(text, original))
    expect(failure.message).toBe(
      `Write the value of ${field} again: the address leads elsewhere now.`
    )
  })

  it('lets an address for metrics be added, and hides what may be secret in it', () => {
    const original = '{"url":"https://h.test/mcp","headers":{"A":"s3cret"}}'
    const added = (metricsUrl: string, value: string): string =>
      `{"url":"https://h.test/mcp","headers":{"A":"${value}"},"metricsUrl":"${metricsUrl}"}`
    const whole = withHiddenValues(added('/metrics?k=s3cret', '•••'), original)
    expect(whole).toBe(added('/metrics?k=s3cret', 's3cret'))
    expect(shownText(whole)).toBe(added('/metrics?k=•••', '•••'))
    expect(withHiddenValues(shownText(whole), whole)).toBe(whole)
    const elsewhere = '{"url":"https://evil.test/mcp","metricsUrl":"/metrics?k=•••"}'
    expect(() => withHiddenValues(elsewhere, whole)).toThrow('leads elsewhere')
  })

  it('hides the password of a proxy, and lets a proxy be added', () => {
    const original = '{"url":"https://h.test/mcp","headers":{"A":"s3cret"}}'
    const added = (proxy: string, value: string): string =>
      `{"url":"https://h.test/mcp","headers":{"A":"${value}"},"proxy":"${proxy}"}`
    expect(withHiddenValues(added('system', '•••'), original)).toBe(added('system', 's3cret'))
    const whole = added('http://me:s3cret@p.test:3128', 's3cret')
    expect(shownText(whole)).toBe(added('http://•••@p.test:3128', '•••'))
    expect(withHiddenValues(shownText(whole), whole)).toBe(whole)
    const elsewhere = added('http://•••@evil.test:3128', '•••')
    expect(() => withHiddenValues(elsewhere, whole)).toThrow('Write the value of proxy again')
  })

  it('hides every secret that says who one is', () => {
    const entry = {
      auth: { token: 'canary' },
      oauth: {
        clientSecret: 'canary',
        privateKey: 'canary',
        assertion: 'canary',
        enterprise: { idToken: 'canary', clientSecret: 'canary' }
      },
      signing: { secret: 'canary' },
      tls: { key: 'canary', passphrase: 'canary' }
    }
    expect(shownText(JSON.stringify(entry))).not.toContain('canary')
  })

  it('leaves a text alone that hides nothing, and one that cannot be read', () => {
    expect(withHiddenValues('{"args":["•••"]}', '{}')).toBe('{"args":["•••"]}')
    expect(withHiddenValues('{"env":{"A":"•••"', '{}')).toBe('{"env":{"A":"•••"')
  })

  it('knows a value that really is the sign for hidden ones', () => {
    const text = '{"env":{"A":"•••"}}'
    expect(withHiddenValues(text, text)).toBe(text)
  })
})

describe('secretFieldsOf', () => {
  it.each([
    ['API_KEY', 'abc123'],
    ['GITHUB_PERSONAL_ACCESS_TOKEN', 'ghp_abcdefghijklmnop'],
    ['githubToken', 'whatever1'],
    ['DB_PASSWORD', 'hunter2'],
    ['SOMETHING', 'sk-proj-abcdefgh12345678'],
    ['SOMETHING', 'Zx8kQ2mN5vB7cL1pW4rT9yU3'],
    ['DATABASE_URL', 'postgres://me:hunter2@db.example.com/x'],
    ['SLACK_PAT', 'abcd1234'],
    ['AWS_SECRET_ACCESS_KEY', '/wJalrXUtnFEMI/K7MDENG/bPxRfiCY'],
    ['PASSWORD', 'C:\\hunter2']
  ])('takes env.%s=%s for a secret', (name, value) => {
    expect(secretFieldsOf({ env: { [name]: value } })).toEqual([`env.${name}`])
  })

  it.each([
    ['API_KEY', '${API_KEY}'],
    ['API_KEY', '${secret:KEY}'],
    ['API_KEY', 'your-token-here'],
    ['API_KEY', 'YOUR_API_KEY'],
    ['API_KEY', '<your key>'],
    ['API_KEY', 'xxx'],
    ['API_KEY', 'sk-xxxxxxxxxxxx'],
    ['API_KEY', ''],
    ['API_KEY_FILE', '/run/secrets/key'],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/home/me/keys/service.json'],
    ['SSH_KEY', 'C:\\keys\\deploy.pem'],
    ['MAX_TOKENS', '4096'],
    ['AUTH_ENABLED', 'true'],
    ['KEYBOARD', 'qwerty'],
    ['LOG_LEVEL', 'debug'],
    ['API_URL', 'https://api.example.com/v1'],
    ['DATA', '/home/me/data/2024-01-01'],
    ['NODE_ENV', 'production']
  ])('does not take env.%s=%s for one', (name, value) => {
    expect(secretFieldsOf({ env: { [name]: value } })).toEqual([])
  })

  it('looks at headers and addresses too', () => {
    expect(
      secretFieldsOf({
        url: 'https://example.com/?api_key=abc123',
        headers: { Authorization: 'Bearer abc123def', 'X-Api-Key': '1a2b3c', Accept: 'text/plain' }
      })
    ).toEqual(['headers.Authorization', 'headers.X-Api-Key', 'url'])
    expect(secretFieldsOf({ url: 'https://me:pw@example.com/' })).toEqual(['url'])
    const metricsUrl = '/metrics?token=canary-7c1e9b3d'
    expect(secretFieldsOf({ command: 'x', metricsUrl })).toEqual(['metricsUrl'])
    expect(secretFieldsOf({ proxy: 'http://me:pw@p.test:3128' })).toEqual(['proxy'])
    expect(secretFieldsOf({ proxy: 'http://me:${secret:PW}@p.test:3128' })).toEqual([])
    expect(secretFieldsOf({ url: 'https://example.com/?page=2&key=${KEY}' })).toEqual([])
    expect(secretFieldsOf({ headers: { Authorization: 'Bearer <token>' } })).toEqual([])
  })

  it.each([undefined, null, 1, [], { env: 1, headers: null, url: [] }, { env: { A_KEY: 1 } }])(
    'finds none in %j',
    (value) => {
      expect(secretFieldsOf(value)).toEqual([])
    }
  )
})
