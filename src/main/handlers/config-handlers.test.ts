import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestDesk, temporaryFolder } from '../../core/desk/desk-testing'
import { PLAIN_NETWORKS } from '../../core/network/networks'
import { configHandlers } from './config-handlers'

function open() {
  const { desk, examinations } = openTestDesk()
  const asked: (string | undefined)[] = []
  const state: { answer: string | undefined } = { answer: undefined }
  const nothing = async (): Promise<undefined> => undefined
  const handlers = configHandlers({
    desk,
    examinations,
    networks: PLAIN_NETWORKS,
    dialogs: {
      chooseFolder: async (start) => {
        asked.push(start)
        return state.answer
      },
      chooseFile: nothing,
      saveFile: nothing,
      choosePlace: nothing,
      showInFolder: () => undefined,
      copy: nothing
    },
    signIn: { forget: () => false }
  })
  return { desk, handlers, asked, state }
}

const entry = { name: 'a', scope: 'project', text: '{"command":"x"}' } as const

describe('a folder that the window names', () => {
  it('is opened only when it was chosen before, and otherwise chosen in a dialog', async () => {
    const { desk, handlers, asked, state } = open()
    const folder = realpathSync(temporaryFolder())
    await handlers['project.open']({ folder })
    expect([asked, desk.scopes.project]).toEqual([[folder], undefined])

    state.answer = folder
    await handlers['project.open']({ folder })
    await handlers['project.close'](undefined)
    await handlers['project.open']({ folder })
    expect(asked).toHaveLength(2)
    expect(desk.scopes.project?.folder).toBe(folder)
  })
})

describe.runIf(process.platform !== 'win32')('a link in a project', () => {
  it.each([
    ['to what is not there', 'made/deep.json'],
    ['through a folder that is a link itself', 'linked/deep.json']
  ])('is not followed out of it when a server is saved: %s', async (_how, way) => {
    const { handlers, state } = open()
    const outside = temporaryFolder()
    const project = temporaryFolder()
    mkdirSync(join(outside, 'there'))
    symlinkSync(join(outside, 'there'), join(project, 'linked'))
    const target = way.startsWith('linked') ? way : join(outside, way)
    symlinkSync(target, join(project, '.mcp.json'))
    state.answer = project
    await handlers['project.open']({})
    await expect(handlers['draft.save'](entry)).rejects.toThrow('which is not in this folder')
    expect(existsSync(join(outside, 'made'))).toBe(false)
    expect(existsSync(join(outside, 'there/deep.json'))).toBe(false)
  })

  it('is followed inside of it', async () => {
    const { handlers, state } = open()
    const project = temporaryFolder()
    symlinkSync('config/servers.json', join(project, '.mcp.json'))
    state.answer = project
    await handlers['project.open']({})
    await handlers['draft.save'](entry)
    expect(readFileSync(join(project, 'config/servers.json'), 'utf8')).toContain('"x"')
  })
})
