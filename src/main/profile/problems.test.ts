import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestDesk, temporaryFolder } from '../../core/desk/desk-testing'
import type { ServerDesk } from '../../core/desk/server-desk'
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/ipc/preferences'
import { problemHandlers } from '../handlers/problem-handlers'
import { openProblems } from './problems'

function problemsOf(desk: ServerDesk, profile: string) {
  let current: Preferences = DEFAULT_PREFERENCES
  const problems = openProblems({
    profile,
    preferences: {
      get: () => current,
      change: (change) => (current = { ...current, ...change }),
      onChange: () => undefined
    },
    nameOf: (id) => id,
    redact: (text) => desk.redactor.redact(text),
    redactJson: (json) => desk.redactor.redactJson(json)
  })
  const look = (): readonly string[] => {
    problems.lookAtServers(desk.registry.summaries())
    problems.lookAtSecrets(desk)
    return problems.list.list().map(({ message }) => message)
  }
  return { problems, look }
}

describe('servers that wait for trust', () => {
  it('are one problem, however many there are, until all of them are decided about', async () => {
    const does = (word: string) => ({ command: 'node', args: [word] })
    const { desk, person, profile, project } = openTestDesk({
      project: { a: does('1'), b: does('2'), c: does('3'), d: does('4') }
    })
    desk.openProject(project)
    const { problems, look } = problemsOf(desk, profile)
    expect(look()).toEqual([
      '4 servers wait for you to say whether you trust them: a, b, c and 1 more.'
    ])
    const [problem] = problems.list.list()
    const ids = problem?.action.kind === 'review' ? problem.action.serverIds : []
    await desk.askAbout(ids.slice(0, 3))
    expect(look()).toEqual(['d waits for you to say whether you trust it.'])
    person.decision = 'refuse'
    await desk.askAbout(ids.slice(3))
    expect(look()).toEqual([])
    await problems.stop()
  })
})

describe('a place for secrets that is not safe', () => {
  it('is no problem before there is a secret, and none after it', async () => {
    const { desk, profile } = openTestDesk()
    const { problems, look } = problemsOf(desk, profile)
    expect(look()).toEqual([])
    await desk.setSecret('TOKEN', 'hush-hush-hush')
    expect(look()).toEqual([
      'The secret TOKEN will be gone when Patchbay ends, because there is no keyring to keep secrets in.'
    ])
    await desk.removeSecret('TOKEN')
    expect(look()).toEqual([])
    await problems.stop()
  })
})

describe('secrets of an earlier run', () => {
  it('are a problem when there is no keyring any more that could read them', async () => {
    const profile = temporaryFolder()
    const kept = { name: 'TOKEN', setAt: 1, backend: 'kwallet6', data: 'AAAA' }
    writeFileSync(join(profile, 'secrets.json'), JSON.stringify({ version: 1, secrets: [kept] }))
    const { desk } = openTestDesk({ profile })
    const { problems, look } = problemsOf(desk, profile)
    expect(look()).toEqual([
      'The secret TOKEN cannot be read, because the keyring of your system is not available.'
    ])
    await problems.stop()
  })
})

describe('what the window asks about problems', () => {
  it('shows only what main itself said there is, and is done with what was only to be seen', async () => {
    const { desk, profile } = openTestDesk()
    const { problems } = problemsOf(desk, profile)
    const folder = temporaryFolder()
    const shown: string[] = []
    const handlers = problemHandlers({
      problems,
      dialogs: { chooseFolder: async () => folder, showInFolder: (path) => void shown.push(path) },
      audit: { intend: async () => () => {}, note: () => {} }
    })
    const raise = (key: string, isEnough: boolean): void =>
      problems.list.raise({
        key,
        kind: 'damaged',
        message: key,
        action: { kind: 'reveal', path: `/${key}`, isEnough }
      })
    raise('a', true)
    raise('b', false)
    for (const id of [1, 2, 3]) await handlers['problem.reveal']({ id })
    expect(shown).toEqual(['/a', '/b'])
    expect((await handlers['problems.list'](undefined)).map(({ key }) => key)).toEqual(['b'])

    expect(await handlers['problems.chooseFolder'](undefined)).toMatchObject({
      problemFolder: folder
    })
    await problems.stop()
    expect(readdirSync(join(folder, 'MCP_Escalations'))).toHaveLength(1)
  })
})
