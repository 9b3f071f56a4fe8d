import { afterEach, expect, it, vi } from 'vitest'
import { openTestDesk, type TestDesk } from '../core/desk/desk-testing'
import { faultServer } from '../core/workbench/fault-testing'
import { Workbench } from '../core/workbench/workbench'
import { ServerId } from '../shared/protocol/ids'
import { endUnwanted } from './end-unwanted'
import { PLAIN_NETWORKS } from '../core/network/networks'

vi.setConfig({ testTimeout: 60_000 })

/** Each has its name in it, so that no two are the same to whoever trusts them. */
function entry(name: string, ...mode: [string, string?]): object {
  const { command, args, env } = faultServer(...mode)
  return { command, args, env: { ...env, NAME: name } }
}

const id = (name: string): ServerId => ServerId.parse(`user:${name}`)

const benches: Workbench[] = []
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.closeAll()
})

function revoke(name: string): (test: TestDesk) => void {
  return ({ desk: { registry } }) => {
    const records = registry.trustRecords().filter((record) => record.name === name)
    registry.revoke(records.map(({ hash }) => hash))
  }
}

const ways: [string, (name: string) => (test: TestDesk) => void][] = [
  ['no longer trusted', revoke],
  ['disabled', (name) => (test) => test.desk.editing.disable(id(name), true)],
  ['deleted', (name) => (test) => void test.desk.editing.remove(id(name))]
]

it.each(ways)('what is %s does not run, and the others go on', async (_how, change) => {
  const test = openTestDesk({
    user: {
      a: entry('a', 'plain'),
      b: entry('b', 'plain'),
      c: entry('c', 'slowstart', '60000'),
      d: entry('d', 'slowstart', '60000')
    }
  })
  const { desk, examinations, doctors } = test
  const bench = new Workbench({ networks: PLAIN_NETWORKS, servers: desk.registry, version: '0' })
  benches.push(bench)
  await bench.openAll([id('a'), id('b')])
  for (const name of ['c', 'd']) await examinations.startDoctor(id(name))
  change('a')(test)
  change('c')(test)
  await endUnwanted({ desk, workbench: bench, examinations })
  const phases = ['a', 'b'].map((name) => bench.report(id(name)).state.phase)
  const examined = ['c', 'd'].map(
    (name) => doctors.findLast(({ serverId }) => serverId === id(name))?.isDone
  )
  expect([phases, examined]).toEqual([
    ['idle', 'ready'],
    [true, false]
  ])
})
