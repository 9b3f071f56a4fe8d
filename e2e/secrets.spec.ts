import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { CONFIG_FORMATS } from '../src/shared/servers/configuration'
import type { IpcEvent } from '../src/shared/ipc/ipc-contract'
import type { Bridge } from '../src/shared/ipc/ipc-wire'
import { encodingsOf } from './encodings'
import { answerBy, expect, promptOf, test } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const LEAKY = join(root, 'e2e/servers/leaky.mjs')
const PROGRAM = join(root, 'bin/patchbay')

/** All there are, and whether the test makes main say it. */
const EVENTS: Readonly<Record<IpcEvent, boolean>> = {
  'servers.changed': true,
  'trust.changed': true,
  'secrets.changed': true,
  'test.changed': true,
  'doctor.changed': true,
  // Has a test of its own, with a server that wants somebody to sign in.
  'authDebug.changed': false,
  'session.changed': true,
  'catalogue.changed': true,
  // Said whenever a session begins.
  'resources.stale': true,
  'calls.kept': true,
  'watch.changed': true,
  'calls.changed': true,
  'traffic.counted': true,
  'traffic.grew': true,
  'traffic.repeated': false,
  'inbox.changed': false,
  'inbox.wanted': false,
  'grants.changed': false,
  'policies.changed': false,
  'roots.changed': false,
  'audit.changed': true,
  'audit.grew': true,
  'signIn.changed': false,
  'problems.changed': true,
  'command.invoked': false
}
const HEARD = Object.entries(EVENTS).flatMap(([event, isHeard]) => (isHeard ? [event] : []))

/** One of each way in which a value can come to a server. */
const CANARIES = {
  variable: 'canary-variable-7f3a91',
  literal: 'canary literal/"quoted"\\4b2e',
  secret: 'canary+secret&value=99ab12',
  input: 'canary-input-5150aa',
  file: 'canary-file-88ee77',
  header: 'canary-header-3c3c3c',
  query: 'canary-query-121212',
  /** What has the name of a secret is one, whatever it looks like. */
  password: 'correcthorsebatterystaple',
  number: '90210902109021090210',
  slashed: '/canaryXUtnFEMI/K7MDENG',
  /** In `initialize`, as it is written. */
  token: 'Bearer canary-token-a1b2c3d4',
  bearer: 'canary-bearer-e5f60718',
  hmac: 'canary-hmac-77ccdd99ee',
  client: 'canary-client-5d6e7f8091',
  key: '-----BEGIN PRIVATE KEY-----\nY2FuYXJ5LWtleS0xMTIy\n-----END PRIVATE KEY-----',
  assertion: 'canary-assertion-0a1b2c3d',
  company: 'canary-company-4e5f6071',
  identity: 'canary-identity-8293a4b5',
  /** So long that it is cut in many places. */
  long: `canary${'0123456789abcdef'.repeat(14)}`
}

/** The question about trust shows what is neither called a secret nor looks like a token: it may be code. */
const SHOWN_TO_TRUST = ['literal', 'file']

/** Which of the canaries can be found in a text, in whatever encoding. */
function hits(text: string): readonly string[] {
  return Object.entries(CANARIES)
    .filter(([, value]) => encodingsOf(value).some((form) => text.includes(form)))
    .map(([name]) => name)
}

function hitsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name)
    if (!statSync(path).isFile()) return []
    return hits(readFileSync(path, 'latin1')).map((canary) => `${canary} in ${name}`)
  })
}

/** Wants to know who is asking, and says all that it was told. */
async function openRefusing(): Promise<Server> {
  const server = createServer((request, response) => {
    const told = [
      String(request.headers['x-key']),
      String(request.headers.authorization),
      new URL(request.url ?? '', 'http://host').searchParams.get('key') ?? ''
    ]
    const inBase64 = told.map((value) => Buffer.from(value).toString('base64'))
    const body = [...told, ...inBase64, JSON.stringify(told), ...told].join(' ')
    response.writeHead(401, { 'www-authenticate': `Bearer realm="${told.join(' ')}"` }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

let project: string
/** Where daily files and those of problems go. */
let outside: string
let refusing: Server
test.beforeEach(async () => {
  project = mkdtempSync(join(tmpdir(), 'patchbay-leaky-'))
  outside = mkdtempSync(join(tmpdir(), 'patchbay-outside-'))
  refusing = await openRefusing()
  const { port } = refusing.address() as AddressInfo
  writeFileSync(join(project, '.env'), `LEAK_FILE=${CANARIES.file}\n`)
  const mcpServers = {
    leaky: {
      command: process.execPath,
      args: [LEAKY],
      envFile: '.env',
      env: {
        LEAK_VARIABLE: '${CANARY_VARIABLE}',
        LEAK_LITERAL: CANARIES.literal,
        LEAK_SECRET: '${secret:canary}',
        LEAK_PASSWORD: CANARIES.password,
        LEAK_API_KEY: CANARIES.number,
        LEAK_SECRET_KEY: CANARIES.slashed,
        LEAK_LONG: CANARIES.long,
        LEAK_INPUT: '${input:canary}'
      },
      auth: { token: CANARIES.token, inInitialize: true }
    },
    refusing: {
      url: `http://127.0.0.1:${port}/mcp?key=${CANARIES.query}`,
      headers: { 'X-Key': CANARIES.header },
      auth: { token: CANARIES.bearer },
      signing: { secret: CANARIES.hmac },
      era: 'legacy'
    },
    remote: {
      url: `http://127.0.0.1:9/mcp?key=${CANARIES.query}`,
      headers: { 'X-Key': CANARIES.header },
      oauth: {
        clientId: 'patchbay',
        clientSecret: CANARIES.client,
        privateKey: CANARIES.key,
        assertion: CANARIES.assertion,
        enterprise: {
          tokenUrl: 'https://company.example/token',
          clientId: 'patchbay',
          clientSecret: CANARIES.company,
          idToken: CANARIES.identity
        }
      }
    }
  }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
})
test.afterEach(() => {
  refusing.closeAllConnections()
  refusing.close()
  for (const folder of [project, outside]) rmSync(folder, { recursive: true })
})

test('no value of a secret, variable, header or address is seen or kept anywhere', async ({
  start,
  profile
}) => {
  test.slow()
  let output = ''
  const { app, window } = await start(
    {},
    {
      args: [`--project=${project}`],
      env: { CANARY_VARIABLE: CANARIES.variable },
      onOutput: (text) => (output += text)
    }
  )
  // Everything that main tells the window, whether or not it is shown.
  const heard: { readonly event: string; readonly json: string }[] = []
  await window.exposeFunction(
    'hear',
    (event: string, json: string) => void heard.push({ event, json })
  )
  await window.evaluate((events) => {
    const { hear, patchbay } = globalThis as unknown as {
      hear: (event: string, json: string) => void
      patchbay: Bridge
    }
    for (const event of events) patchbay.on(event, (json) => hear(event, json))
  }, Object.keys(EVENTS))

  const ask = (route: string, input?: object): Promise<string> =>
    window.evaluate(
      ([name, json]) =>
        (globalThis as unknown as { patchbay: Bridge }).patchbay.request(name ?? '', json ?? ''),
      [route, input ? JSON.stringify(input) : '']
    )
  await ask('audit.open', { query: { text: '' }, isGrouped: false })
  const dialogs = await SystemDialogs.of(app)
  await test.step('everything that can be written elsewhere is', async () => {
    await dialogs.choose(outside)
    for (const route of ['audit.chooseFolder', 'problems.chooseFolder']) {
      expect(await ask(route)).toContain(outside)
    }
  })

  await test.step('the secret is typed into a window of main', async () => {
    await window.getByRole('button', { name: 'Settings' }).click()
    await window.getByRole('tab', { name: 'Secrets' }).click()
    await window.getByRole('button', { name: 'Set canary…' }).click()
    const prompt = await promptOf(app)
    await prompt.getByLabel('canary', { exact: true }).fill(CANARIES.secret)
    await answerBy(prompt.getByRole('button', { name: 'Use' }))
    await expect(window.getByText('this run only').first()).toBeVisible()
  })

  await test.step('the server is trusted, asked for its input, and opened', async () => {
    const row = window.getByRole('button', { name: /^leaky\b/ })
    await row.click()
    await row.press('Enter')
    const trust = await promptOf(app)
    expect(hits(await trust.content())).toEqual(SHOWN_TO_TRUST)
    // What is long has to be read to its end first.
    await expect(trust.getByRole('button', { name: 'Trust', exact: true })).toBeDisabled()
    await trust.keyboard.press('End')
    await answerBy(trust.getByRole('button', { name: 'Trust', exact: true }))
    const values = await app.waitForEvent('window')
    await values.getByLabel('canary', { exact: true }).fill(CANARIES.input)
    await answerBy(values.getByRole('button', { name: 'Use' }))
    await expect(row).toContainText('ready')
  })

  await test.step('it tells everything it knows', async () => {
    for (const tool of ['go', 'refuse']) {
      await window.getByRole('option', { name: tool, exact: true }).click()
      await window.getByRole('button', { name: /^Call/ }).click()
      await expect(window.getByRole('button', { name: /^Call/ })).toBeEnabled()
    }
    await expect(window.getByText('•••').first()).toBeVisible()
    for (const tab of ['Logs', 'Info']) {
      await window.getByRole('tab', { name: tab }).click()
      expect(hits(await window.content())).toEqual([])
    }
    const row = window.getByRole('button', { name: /^remote\b/ })
    await row.click()
    await row.press('Enter')
    const trust = await promptOf(app)
    expect(hits(await trust.content())).toEqual([])
    await answerBy(trust.getByRole('button', { name: 'Trust', exact: true }))
    await window.getByRole('button', { name: 'Diagnose' }).click()
    await expect(window.getByText(/What to do/).first()).toBeVisible()
    expect(hits(await window.content())).toEqual([])
  })

  await test.step('a problem that quotes all of it shows nothing of it', async () => {
    const row = window.getByRole('button', { name: /^refusing\b/ })
    await row.click()
    await row.press('Enter')
    await answerBy((await promptOf(app)).getByRole('button', { name: 'Trust', exact: true }))
    await window.getByRole('button', { name: /^\d+ problems?$/ }).click()
    const list = window.getByRole('dialog', { name: 'Problems' })
    await expect(list).toContainText(/wants a sign-in or a token \(401\).*•••/)
    expect(hits(await window.content())).toEqual([])
    expect(hits(await ask('problems.list'))).toEqual([])
    await window.keyboard.press('Escape')
  })

  await test.step('an edit of it, and a test of that, shows no value', async () => {
    await window.getByRole('button', { name: /^leaky\b/ }).press('F2')
    await window.getByRole('radio', { name: 'JSON' }).click()
    await expect(window.getByText('LEAK_LITERAL').first()).toBeVisible()
    expect(hits(await window.content())).toEqual([])
    await window.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(window.getByRole('region', { name: /^Test/ })).toContainText('refuse')
    expect(hits(await window.content())).toEqual([])
  })

  const serverIds = await window.evaluate(async () => {
    const { patchbay } = globalThis as unknown as { patchbay: Bridge }
    const { value } = JSON.parse(await patchbay.request('servers.list', '')) as {
      value: { id: string; scope: string }[]
    }
    return value.filter(({ scope }) => scope === 'project').map(({ id }) => id)
  })

  await test.step('it is watched', async () => {
    await window.evaluate(async (ids) => {
      const { patchbay } = globalThis as unknown as { patchbay: Bridge }
      const [serverId] = ids.filter((id) => id.endsWith(':leaky'))
      await patchbay.request('watch.set', JSON.stringify({ serverId, suggestion: 0 }))
    }, serverIds)
    const isUnheard = (event: string): boolean => !heard.some((each) => each.event === event)
    await expect.poll(() => HEARD.filter(isUnheard)).toEqual([])
  })

  await test.step('no frame and no export shows one, however little of it is asked for', async () => {
    const answers = await window.evaluate(
      async ({ limits, serverIds, formats }) => {
        const { patchbay } = globalThis as unknown as { patchbay: Bridge }
        const ask = (seq: number, limit: number) =>
          patchbay.request('traffic.raw', JSON.stringify({ seq, limit }))
        const asked = Array.from({ length: 40 }, (_, index) => index + 1).flatMap((seq) =>
          limits.map((limit) => ask(seq, limit))
        )
        const exported = formats.map((format) =>
          patchbay.request('export.text', JSON.stringify({ format, serverIds }))
        )
        const rows = Array.from({ length: 100 }, (_, index) =>
          patchbay.request('traffic.row', JSON.stringify({ seq: index + 1 }))
        )
        return Promise.all([...asked, ...exported, ...rows])
      },
      { limits: [60, 100, 150, 220, 400, 900, 5_000, 100_000], serverIds, formats: CONFIG_FORMATS }
    )
    const exports = answers.filter((answer) => answer.includes('LEAK_VARIABLE'))
    expect(exports).toHaveLength(CONFIG_FORMATS.length)
    expect(hits(answers.join('\n'))).toEqual([])
  })

  await test.step('no export that leaves the app holds one, unless that is wanted', async () => {
    const file = join(project, 'exported.json')
    await dialogs.choose(file)
    for (const format of CONFIG_FORMATS) {
      await ask('export.copy', { format, serverIds })
      const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
      await ask('export.save', { format, serverIds, hasValues: false })
      const saved = readFileSync(file, 'utf8')
      expect(saved).toContain('LEAK_LITERAL')
      expect(copied).toBe(saved)
      expect(hits(saved)).toEqual([])
    }
    await ask('export.save', { format: 'cursor', serverIds, hasValues: true })
    const wanted = ['header', 'literal', 'long', 'number', 'password', 'query', 'slashed']
    wanted.push('bearer', 'client', 'hmac', 'token', 'key', 'assertion', 'company', 'identity')
    expect(hits(readFileSync(file, 'utf8')).toSorted()).toEqual(wanted.toSorted())
  })

  await app.close()
  expect(hits(heard.map(({ json }) => json).join('\n'))).toEqual([])
  expect(hits(output)).toEqual([])
  expect(hitsBelow(profile)).toEqual([])
  const written = readdirSync(outside, { recursive: true, encoding: 'utf8' }).join('\n')
  expect(written).toMatch(/MCP_Actions-[\d-]+\.jsonl/)
  expect(written).toMatch(/-auth-refusing-\w+\.json/)
  expect(hitsBelow(outside)).toEqual([])
})

test('the command line and its recording show no value either, unless it is wanted', async ({
  profile,
  home
}) => {
  const traffic = join(project, 'traffic.jsonl')
  const env = {
    ...process.env,
    HOME: home,
    CANARY_VARIABLE: CANARIES.variable,
    PATCHBAY_SECRET_canary: CANARIES.secret
  }
  const where = ['--project', project, '--profile', profile]
  const run = (...args: readonly string[]): string =>
    execFileSync('sh', ['-c', '"$0" "$@" 2>&1 || true', process.execPath, PROGRAM, ...args], {
      env,
      encoding: 'utf8'
    })
  const asked = run('trust', 'leaky', '--yes', ...where)
  const input = ['--input', `canary=${CANARIES.input}`]
  const called = [
    run('call', 'leaky', 'go', '--approve', ...where, ...input, '--json', '--traffic', traffic),
    run('call', 'leaky', 'refuse', '--approve', ...where, ...input),
    run('doctor', 'leaky', ...where, ...input)
  ]
  expect(called[0]).toContain('•••')
  expect(hits(asked)).toEqual(SHOWN_TO_TRUST)
  expect(hits(called.join('\n'))).toEqual([])
  expect(hits(readFileSync(traffic, 'utf8'))).toEqual([])
  expect(hitsBelow(profile)).toEqual([])

  const revealed = run('call', 'leaky', 'go', '--approve', ...where, ...input, '--reveal')
  expect(hits(revealed).toSorted()).toEqual([
    'file',
    'input',
    'literal',
    'long',
    'number',
    'password',
    'secret',
    'slashed',
    'token',
    'variable'
  ])
})
