/**
 * A file for each problem, for whoever watches a folder instead of a window. JSON, so that nothing a
 * server says in it can be taken for more than text. The same problem has one file a day, however often
 * it comes and goes.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../shared/protocol/errors'
import {
  PROBLEM_KINDS,
  severityOf,
  type Problem,
  type ProblemAction
} from '../../shared/traffic/problem'
import type { Clock } from '../time/clock'
import { readLeniently } from '../disk/lenient-read'
import { parseJson } from '../disk/state-file'
import { dayOf } from '../time/day-of'
import type { Problems, ProblemEnd } from '../problems/problems'
import { replaceHere } from '../disk/replace-file'

const NAME = 'MCP_Escalations'
/** Whatever happens, nobody finds more new files than this in their folder. */
const MOST_FILES_A_DAY = 500
const LONGEST_NAME = 40
/** More than any of ours has. */
const LONGEST_FILE_BYTES = 100_000
/** What could not be written is tried again so often. */
const AGAIN_MS = 10_000
const KEY = 'problem files'

const moment = z.iso.datetime()
/** Loose, so that what a newer version has written is written again. */
const ProblemFile = z.looseObject({
  version: z.literal(1),
  kind: z.enum(PROBLEM_KINDS),
  severity: z.enum(['error', 'warning']),
  /** Left: Patchbay has ended, or had no room for it, before anybody knew that it was over. */
  state: z.enum(['open', 'solved', 'dismissed', 'left']),
  server: z.string().nullable(),
  message: z.string(),
  action: z.string(),
  until: moment.nullable(),
  firstRaisedAt: moment,
  lastRaisedAt: moment,
  timesRaised: z.number().int().positive(),
  solvedAt: moment.nullable(),
  endedAt: moment.nullable()
})
type ProblemFile = z.infer<typeof ProblemFile>

export type ProblemFilesOptions = {
  readonly problems: Problems
  readonly clock: Clock
  /** Where the person wants them; nowhere when it is empty. */
  readonly folder: () => string
  readonly nameOf: (serverId: NonNullable<Problem['serverId']>) => string
  readonly redact: (json: string) => string
}

export class ProblemFiles {
  /** By the path of the file: what it is to hold. */
  private readonly wanted = new Map<string, ProblemFile>()
  /** The files of the problems that are listed now. */
  private readonly open = new Map<string, string>()
  private readonly writing = new Map<string, Promise<void>>()
  /** The files that do not hold what they are to, and why. */
  private readonly faults = new Map<string, string>()
  private stopTimer = (): void => {}
  private readonly stopListening: () => void
  private day = ''

  constructor(private readonly options: ProblemFilesOptions) {
    this.stopListening = options.problems.onChange((_, change) => {
      if ('raised' in change) this.raise(change.raised)
      else this.end(change.ended, change.how)
    })
    this.begin()
  }

  /** The person has chosen another folder. What is in the one before stays as it is. */
  begin(): void {
    this.open.clear()
    this.faults.clear()
    this.tellFaults()
    for (const problem of this.options.problems.list()) this.raise(problem)
  }

  /** Everything is written when it resolves, if it can be. */
  async stop(): Promise<void> {
    this.stopListening()
    for (const path of this.open.values()) this.close(path, 'left')
    await this.settled()
    this.stopTimer()
  }

  async settled(): Promise<void> {
    while (this.writing.size > 0) await Promise.all(this.writing.values())
  }

  private raise(problem: Problem): void {
    const folder = this.options.folder()
    // That they cannot be written cannot be written.
    if (folder === '' || problem.key === KEY) return
    const path = this.open.get(problem.key) ?? this.pathOf(folder, problem)
    this.forgetEarlierDays(dayOf(problem.time))
    const before = this.wanted.get(path) ?? readBefore(path)
    if (!before && this.wanted.size >= MOST_FILES_A_DAY) return
    this.open.set(problem.key, path)
    this.write(path, this.contentOf(problem, before))
  }

  private forgetEarlierDays(day: string): void {
    if (day === this.day) return
    this.day = day
    const needed = new Set([...this.open.values(), ...this.writing.keys(), ...this.faults.keys()])
    for (const path of this.wanted.keys()) {
      if (!needed.has(path)) this.wanted.delete(path)
    }
  }

  private end({ key }: Problem, how: ProblemEnd): void {
    const path = this.open.get(key)
    this.open.delete(key)
    if (path !== undefined) this.close(path, how === 'dropped' ? 'left' : how)
  }

  private close(path: string, state: ProblemFile['state']): void {
    const before = this.wanted.get(path)
    if (!before) return
    const endedAt = isoOf(this.options.clock.wall())
    this.write(path, { ...before, state, endedAt, solvedAt: state === 'solved' ? endedAt : null })
  }

  private contentOf(problem: Problem, before: ProblemFile | undefined): ProblemFile {
    const { kind, serverId, message, action, time, until } = problem
    const raisedAt = isoOf(time)
    const isSame = before?.state === 'open' && before.lastRaisedAt === raisedAt
    return {
      ...before,
      version: 1,
      kind,
      severity: severityOf(problem),
      state: 'open',
      server: serverId === undefined ? null : this.options.nameOf(serverId),
      message,
      action: WORDS[action.kind],
      until: until === undefined ? null : isoOf(until),
      firstRaisedAt: before?.firstRaisedAt ?? raisedAt,
      lastRaisedAt: raisedAt,
      timesRaised: (before?.timesRaised ?? 0) + (isSame ? 0 : 1),
      solvedAt: null,
      endedAt: null
    }
  }

  private pathOf(folder: string, { key, kind, serverId, time }: Problem): string {
    const name = serverId === undefined ? '' : this.options.nameOf(serverId)
    const safe = this.options.redact(name).replace(/[^\w-]+/g, '-')
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 8)
    const parts = [dayOf(time), kind, safe.slice(0, LONGEST_NAME), digest]
    return join(folder, NAME, `${parts.filter((part) => part !== '').join('-')}.json`)
  }

  /** What comes while a file is being written is written after it, and only the last of it. */
  private write(path: string, content: ProblemFile): void {
    this.wanted.set(path, content)
    if (this.writing.has(path)) return
    this.writing.set(path, this.writeAll(path))
  }

  /** Never rejects. */
  private async writeAll(path: string): Promise<void> {
    for (let written: ProblemFile | undefined; written !== this.wanted.get(path);) {
      written = this.wanted.get(path)
      try {
        await replaceHere(path, `${this.options.redact(JSON.stringify(written, null, 2))}\n`)
        this.faults.delete(path)
      } catch (error) {
        const isMeant = dirname(path) === join(this.options.folder(), NAME)
        if (isMeant) this.faults.set(path, messageOf(error).replace(`Cannot write ${path}: `, ''))
      }
    }
    this.writing.delete(path)
    this.tellFaults()
  }

  /** Whoever makes room is not to wait for the next problem. */
  private tellFaults(): void {
    const { problems, clock } = this.options
    this.stopTimer()
    const [path, why] = [...this.faults].at(-1) ?? []
    if (path === undefined) return problems.hold(KEY, undefined)
    const message = `The files for problems cannot be written into ${dirname(path)}: ${why}`
    const action = { kind: 'settings', section: 'problems' } as const
    problems.hold(KEY, { kind: 'storage', message, action })
    this.stopTimer = clock.after(AGAIN_MS, () => this.writeAgain())
  }

  private writeAgain(): void {
    for (const path of [...this.faults.keys()]) {
      const content = this.wanted.get(path)
      if (content) this.write(path, content)
    }
  }
}

/** As a person would be told it. */
const WORDS: Readonly<Record<ProblemAction['kind'], string>> = {
  reopen: 'Open the server again.',
  show: 'Look at the server.',
  'sign-in': 'Sign in to the server.',
  review: 'Review the servers, and say whether you trust them.',
  settings: 'Look at the settings.',
  reveal: 'Look at the file or the folder.'
}

/** Of an earlier run today. Others may have put anything there, and whoever reads a pipe waits. */
function readBefore(path: string): ProblemFile | undefined {
  try {
    const found = lstatSync(path)
    if (!found.isFile() || found.size > LONGEST_FILE_BYTES) return undefined
    return readLeniently(ProblemFile, parseJson(readFileSync(path, 'utf8'))).content
  } catch {
    return undefined // there is no file before the first write
  }
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
