import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openTestDesk, writeServers } from '../desk/desk-testing'

async function trusted() {
  const test = openTestDesk({ project: { a: { command: 'x' } } })
  const { desk, project } = test
  desk.openProject(project)
  await desk.askAbout(desk.scopes.servers().map(({ id }) => id))
  const file = join(project, '.mcp.json')
  const unused = (): readonly boolean[] =>
    desk.registry.trustRecords().map(({ isUnused }) => isUnused)
  return { desk, project, file, unused }
}

describe('a decision', () => {
  it('is in use while a server has the definition that it is about', async () => {
    const { unused } = await trusted()
    expect(unused()).toEqual([false])
  })

  it('is unused once no server of its file has the definition any more', async () => {
    const { file, unused } = await trusted()
    writeServers(file, { a: { command: 'y' } })
    await vi.waitFor(() => expect(unused()).toEqual([true]))
  })

  it('is not called unused because its project is not open', async () => {
    const { desk, unused } = await trusted()
    desk.closeProject()
    expect(unused()).toEqual([false])
  })

  it('is unused once its file is gone, open or not', async () => {
    const { desk, file, unused } = await trusted()
    rmSync(file)
    await vi.waitFor(() => expect(unused()).toEqual([true]))
    desk.closeProject()
    expect(unused()).toEqual([true])
  })

  it('is not called unused because its file cannot be read', async () => {
    const { desk, project, file, unused } = await trusted()
    desk.closeProject()
    writeServers(file, '{ broken')
    desk.openProject(project)
    expect(unused()).toEqual([false])
  })
})
