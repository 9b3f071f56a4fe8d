import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { catalogueFiles } from '../../core/catalogue/catalogue-files'
import { systemClock } from '../../core/time/clock'
import { ApprovedThings } from '../../core/consent/approved-things'
import { Policies } from '../../core/consent/policies'
import { Workbench } from '../../core/workbench/workbench'
import type { Tool } from '../../shared/calls/catalogue'
import type { Policy } from '../../shared/question/inbox'
import { DEFAULT_PREFERENCES } from '../../shared/ipc/preferences'
import { builtInServers } from '../../core/foreign/built-in-servers'
import { folder, json, patchbay, tidy } from '../testing'
import { PLAIN_NETWORKS } from '../../core/network/networks'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

const profile = join(folder, 'profile')
const byRisk = { PATCHBAY_APPROVAL: 'by-risk' }
const fail = (message: string): never => {
  throw new Error(message)
}
const demo = builtInServers(resolve('resources'))[0] ?? fail('There is no demo server.')

async function listedTool(name: string): Promise<Tool> {
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers: [demo], version: '0' })
  await workbench.open(demo.id, ['tools'])
  const found = workbench.report(demo.id).catalogue.tools.find((tool) => tool.name === name)
  await workbench.closeAll()
  return found ?? fail(`There is no ${name}.`)
}

/** As the person sets it in the app. */
async function set(name: string, policy: Policy | undefined): Promise<void> {
  const policies = new Policies({
    clock: systemClock,
    path: join(profile, 'policies.json'),
    onLoss: ({ message }) => fail(message),
    complain: fail
  })
  if (policy === undefined) policies.remove(demo.id, name)
  else policies.set(demo, name, await listedTool(name), policy)
}

/** What it answers, or else the last that it says. */
async function call(...more: readonly string[]): Promise<readonly [number, string]> {
  const argv = ['call', 'demo', 'echo', '--args', '{"message":"hi"}', ...more]
  const { code, stdout, stderr } = await patchbay(argv)
  return [code, stdout || (stderr.split('\n').at(-1) ?? '')]
}

it('goes by what the person has set in the app', async () => {
  await set('echo', 'deny')
  expect(await call('--approve')).toEqual([
    4,
    'echo was not called. You have set that it may not be called.'
  ])
  await set('echo', 'ask')
  expect(await call()).toEqual([
    4,
    'echo was not called. You have set that you are asked each time. To call it all the same, add --approve.'
  ])
  expect(await call('--approve')).toEqual([0, 'hi'])
  await set('echo', 'once')
  expect(await call()).toEqual([0, 'hi'])
  await set('echo', undefined)
  expect(await call()).toEqual([0, 'hi'])
})

it('makes a call of high risk that a person has typed', async () => {
  const argv = ['call', 'demo', 'delete-everything', '--args', '{"path":"/tmp/demo"}']
  expect((await patchbay([...argv, '--profile', join(folder, 'typed')])).code).toBe(0)
})

it('goes by risk where that is set in the app, whatever a variable says', async () => {
  const own = join(folder, 'strict')
  mkdirSync(own)
  writeFileSync(
    join(own, 'preferences.json'),
    JSON.stringify({ ...DEFAULT_PREFERENCES, commandLineApproval: 'by-risk' })
  )
  const argv = ['call', 'demo', 'delete-everything', '--args', '{"path":"/tmp/demo"}']
  const inOwn = [...argv, '--profile', own]
  expect((await patchbay(inOwn, undefined, { PATCHBAY_APPROVAL: 'by-hand' })).code).toBe(4)
  const odd = await patchbay(inOwn, undefined, { PATCHBAY_APPROVAL: 'maybe' })
  expect(odd).toEqual({
    code: 4,
    stdout: '',
    stderr: 'PATCHBAY_APPROVAL has to be one of by-hand, by-risk.'
  })
})

it('prints one object for what it does not call, and has in the log who has decided', async () => {
  const own = ['--profile', join(folder, 'decided')]
  const argv = ['call', 'demo', 'delete-everything', '--args', '{"path":"/tmp/demo"}', ...own]
  expect(await json([...argv, '--json'], byRisk)).toMatchObject({
    code: 4,
    answer: {
      outcome: 'not-approved',
      reason: expect.stringMatching(
        /^delete-everything was not called\. Its risk is high\. .*add --approve\.$/
      ) as string,
      violations: []
    }
  })
  expect((await patchbay([...argv, '--approve'], undefined, byRisk)).code).toBe(0)
  const { stdout } = await patchbay(['audit', 'list', '--json', ...own])
  const records = stdout.split('\n').map((line) => JSON.parse(line) as object)
  const hash = expect.stringMatching(/^[\da-f]{64}$/) as unknown
  expect(records).toMatchObject([
    {
      method: 'patchbay/approval',
      decision: 'not approved',
      params: { arguments: { path: '/tmp/demo' }, argumentsHash: hash, by: 'policy' }
    },
    {
      method: 'patchbay/approval',
      decision: 'approved',
      params: { arguments: { path: '/tmp/demo' }, argumentsHash: hash, by: '--approve' }
    },
    { method: 'tools/call', target: 'delete-everything', status: 'ok' }
  ])
})

it('makes no call of a tool that is no longer what was approved, whatever is said', async () => {
  const storage = catalogueFiles(join(profile, 'approved'), {
    complain: fail,
    onLoss: ({ message }) => fail(message)
  })
  const approved = new ApprovedThings({ clock: systemClock, storage })
  const echo = await listedTool('echo')
  approved.look(demo.id, { tools: [{ ...echo, description: 'Says nothing.' }] })
  approved.flush()
  expect(await call('--approve')).toEqual([
    4,
    'echo was not called. Its definition has changed since you last approved of it. Look at it first. Call it in the app, which shows what has changed.'
  ])
})
