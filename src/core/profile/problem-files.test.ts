import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { Redactor } from '../redaction/redaction'
import { fakeClock } from '../time/fake-clock'
import { ProblemFiles } from './problem-files'
import { Problems, type Raised } from '../problems/problems'

const MAIL = ServerId.parse('user:mail')
const DAY_MS = 24 * 60 * 60 * 1_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-problems-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

function problem(message = 'It refuses us.', key = 'auth user:mail'): Raised {
  const action = { kind: 'reopen', serverId: MAIL } as const
  return { key, kind: 'auth', serverId: MAIL, message, action }
}

function filesFor(wanted: () => string = () => folder) {
  const clock = fakeClock()
  clock.pass(Date.parse('2026-03-09T12:00:00Z'))
  const redactor = new Redactor()
  const problems = new Problems({ clock, redact: (text) => redactor.redact(text) })
  const files = new ProblemFiles({
    problems,
    clock,
    folder: wanted,
    nameOf: () => '../ma il/\u202Ex',
    redact: (json) => redactor.redactJson(json)
  })
  return { clock, redactor, problems, files }
}

const written = (): readonly string[] => readdirSync(join(folder, 'MCP_Escalations')).toSorted()

function contentOf(name: string | undefined): Record<string, unknown> {
  const path = join(folder, 'MCP_Escalations', name ?? '')
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
}

describe('the file of a problem', () => {
  it('tells of it, is for the person only, and says later when it was solved', async () => {
    const { clock, problems, files } = filesFor()
    problems.raise(problem())
    await files.settled()
    const [name, ...others] = written()
    expect(others).toEqual([])
    expect(name).toMatch(/^2026-03-09-auth--ma-il-x-[\da-f]{8}\.json$/)
    expect(statSync(join(folder, 'MCP_Escalations', name ?? '')).mode & 0o777).toBe(0o600)
    expect(contentOf(name)).toMatchObject({
      kind: 'auth',
      severity: 'error',
      state: 'open',
      message: 'It refuses us.',
      action: 'Open the server again.',
      firstRaisedAt: '2026-03-09T12:00:00.000Z',
      solvedAt: null
    })
    clock.pass(60_000)
    problems.solve('auth user:mail')
    await files.settled()
    expect(contentOf(name)).toMatchObject({
      state: 'solved',
      solvedAt: '2026-03-09T12:01:00.000Z'
    })
  })

  it('is the same however often it comes and goes on a day, also in the next run', async () => {
    const { clock, problems, files } = filesFor()
    for (let round = 0; round < 200; round++) {
      problems.raise(problem(`Refused ${round} times.`))
      problems.solve('auth user:mail')
      clock.pass(1)
    }
    await files.stop()
    const [name = ''] = written()
    const newer = JSON.stringify({ ...contentOf(name), owner: 'of a newer version' })
    writeFileSync(join(folder, 'MCP_Escalations', name), newer)
    const again = filesFor()
    again.problems.raise(problem())
    await again.files.settled()
    expect(written()).toHaveLength(1)
    expect(contentOf(name)).toMatchObject({
      timesRaised: 201,
      state: 'open',
      owner: 'of a newer version'
    })
    again.problems.solve('auth user:mail')
    again.clock.pass(DAY_MS)
    again.problems.raise(problem())
    await again.files.settled()
    expect(written()).toHaveLength(2)
  })

  it('says that nobody knows when Patchbay ends before it is solved, or it is dismissed', async () => {
    const { problems, files } = filesFor()
    problems.raise(problem('one', 'a'))
    problems.raise(problem('two', 'b'))
    problems.dismiss(2)
    await files.stop()
    const states = written().map((name) => contentOf(name)['state'])
    expect(states.toSorted()).toEqual(['dismissed', 'left'])
  })

  it('is written for what was there before the folder was chosen', async () => {
    let wanted = ''
    const { problems, files } = filesFor(() => wanted)
    problems.raise(problem())
    await files.settled()
    expect(readdirSync(folder)).toEqual([])
    wanted = folder
    files.begin()
    await files.settled()
    expect(contentOf(written()[0])).toMatchObject({ state: 'open', timesRaised: 1 })
  })

  it('holds no secret, though it became known only after the problem', async () => {
    const { redactor, problems, files } = filesFor()
    problems.raise(problem('The key is canary-0123456789.'))
    redactor.add(['canary-0123456789'])
    problems.solve('auth user:mail')
    await files.settled()
    expect(JSON.stringify(contentOf(written()[0]))).not.toContain('canary')
  })

  it('is none for more than 500 a day', async () => {
    const { problems, files } = filesFor()
    for (let each = 0; each < 600; each++) problems.raise(problem('x', String(each)))
    await files.settled()
    expect(written()).toHaveLength(500)
  })

  it('that cannot be written is a problem itself, once, until it can be', async () => {
    const { clock, problems, files } = filesFor()
    // A file in the place of the folder stops everybody, root too.
    await writeFile(join(folder, 'MCP_Escalations'), '')
    problems.raise(problem('one', 'a'))
    problems.raise(problem('two', 'b'))
    await files.settled()
    expect(problems.list().map(({ key }) => key)).toEqual(['a', 'b', 'problem files'])
    expect(problems.list()[2]).toMatchObject({
      kind: 'storage',
      action: { kind: 'settings', section: 'problems' }
    })
    expect(problems.list()[2]?.message).toMatch(
      /^The files for problems cannot be written into .*: a part of this path is not a folder\.$/
    )
    rmSync(join(folder, 'MCP_Escalations'))
    clock.pass(10_000)
    await files.settled()
    expect(problems.list().map(({ key }) => key)).toEqual(['a', 'b'])
    expect(written()).toHaveLength(2)
    expect(clock.timers.size).toBe(0)
  })

  it('is a problem for as long as one of them cannot be written, and only in the folder of now', async () => {
    let wanted = folder
    const { problems, files } = filesFor(() => wanted)
    problems.raise(problem('one', 'a'))
    await files.settled()
    const [first] = written()
    problems.solve('a')
    await files.settled()
    rmSync(join(folder, 'MCP_Escalations', first ?? ''))
    mkdirSync(join(folder, 'MCP_Escalations', first ?? ''))
    problems.raise(problem('again', 'a'))
    problems.raise(problem('two', 'b'))
    await files.settled()
    expect(problems.list().map(({ key }) => key)).toEqual(['a', 'b', 'problem files'])
    expect(problems.list()[2]?.message).toContain('there is a folder with this name.')
    problems.raise(problem('once more', 'a'))
    wanted = join(folder, 'another')
    files.begin()
    await files.settled()
    expect(problems.list().map(({ key }) => key)).toEqual(['b', 'a'])
  })

  it('takes the place of a link that somebody has put there, and changes nothing behind it', async () => {
    const { problems, files } = filesFor()
    problems.raise(problem())
    await files.settled()
    const [name] = written()
    const path = join(folder, 'MCP_Escalations', name ?? '')
    const precious = join(folder, 'precious')
    await writeFile(precious, 'precious')
    rmSync(path)
    symlinkSync(precious, path)
    problems.solve('auth user:mail')
    await files.settled()
    expect(readFileSync(precious, 'utf8')).toBe('precious')
    expect(lstatSync(path).isFile()).toBe(true)
    expect(contentOf(name)).toMatchObject({ state: 'solved' })
  })

  it('is not read where it is no file, because whoever reads a pipe waits', async () => {
    const first = filesFor()
    first.problems.raise(problem())
    await first.files.stop()
    const [name] = written()
    const path = join(folder, 'MCP_Escalations', name ?? '')
    rmSync(path)
    execFileSync('mkfifo', [path])
    // Nobody writes into it: whoever reads it would wait for good, and the test with it.
    const again = filesFor()
    again.problems.raise(problem())
    await again.files.settled()
    expect(contentOf(name)).toMatchObject({ timesRaised: 1 })
  })
})
