import { join } from 'node:path'
import { expect, it } from 'vitest'
import { idOf, openTestDesk, writeServers } from '../desk/desk-testing'

it('trust ends for every earlier definition when a server is refused in a window', async () => {
  const test = openTestDesk({ project: { a: { command: 'x' } } })
  test.desk.openProject(test.project)
  await test.desk.registry.resolve(idOf(test, 'a'))
  writeServers(join(test.project, '.mcp.json'), { a: { command: 'y' } })
  test.desk.openProject(test.project)
  test.person.decision = 'refuse'
  await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toThrow('was not trusted')
  const decisions = test.desk.registry.trustRecords().map(({ decision }) => decision)
  expect(decisions).toEqual(['refused'])
})
