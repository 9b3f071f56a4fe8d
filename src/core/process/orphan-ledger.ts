/**
 * Remembers on disk which servers run, so that the next start can end those that outlived us. Best
 * effort: it never stops a server from starting, and never ends a process on its number alone.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../shared/protocol/errors'
import { fromJson } from '../../shared/json/json'
import { withoutEnd } from '../../shared/text/without-end'
import type { Loss } from '../disk/state-file'
import type { ProcessRegister } from './server-process'
import { endMarked, startTimeOf } from './survivors'

/** A process that outlived its owner and was ended; `command` is the one its server was started by. */
export type Reaped = { readonly pid: number; readonly command: string }

/** What tells a process from every other one that ever had its number. */
const Identity = z.object({
  pid: z.number().int().min(1),
  /** Absent where it cannot be known: such a process is never ended. */
  startedAt: z.string().min(1).optional(),
  /** The file it ran when it was started. */
  program: z.string().optional()
})
type Identity = z.infer<typeof Identity>

/** To signal the group of process 1 is to signal everything. */
const Server = Identity.extend({
  pid: z.number().int().min(2),
  mark: z.uuid(),
  command: z.string()
})

const Page = z.object({
  owner: Identity,
  servers: z.array(z.unknown()).max(10_000)
})
type Entry = z.infer<typeof Server>

/** What a page says, as far as it can be read. */
type Reading = {
  readonly owner: Identity
  readonly servers: readonly Entry[]
  /** Why it cannot be read as a whole. */
  readonly fault?: string
}

const PAGE_NAME = /^(\d+)-\d+\.json(\.new)?$/
const PAGE_LIMIT_BYTES = 4 * 1024 * 1024
const PAGES_LIMIT = 1_000
const LOOK_LIMIT_MS = 5_000
const UNKNOWN_FORM = 'its content is not such a list'

/** One for each process and folder. */
export class OrphanLedger implements ProcessRegister {
  private readonly entries = new Map<string, Entry>()
  private readonly name = `${process.pid}-${Math.round(performance.timeOrigin)}.json`
  private owner: Identity = { pid: process.pid }
  private hasReported = false

  constructor(
    private readonly folder: string,
    private readonly tell: {
      /** Gets a whole sentence, once, when the ledger cannot do its work. */
      readonly onFault?: (message: string) => void
      /** For each damaged page. */
      readonly onLoss?: (loss: Loss) => void
    } = {}
  ) {}

  readonly started = (mark: string, pid: number, command: string): void => {
    this.entries.set(mark, { mark, command, ...identityNow(pid) })
    if (this.owner.startedAt === undefined) this.owner = identityNow(process.pid)
    this.write()
    if (process.platform === 'darwin') void this.completeLater(mark, pid) // never rejects
  }

  readonly ended = (mark: string): void => {
    if (this.entries.delete(mark)) this.write()
  }

  /** Ends what owners that are gone have left behind, and forgets them. Never rejects. */
  async reap(): Promise<readonly Reaped[]> {
    const names = await readdir(this.folder).catch(() => []) // there is none before the first start
    const others = names.filter((name) => PAGE_NAME.test(name) && !name.startsWith(this.name))
    const left: { readonly name: string; readonly page: Reading }[] = []
    const inUse = new Set(this.entries.keys())
    for (const name of others.slice(0, PAGES_LIMIT)) {
      const page = await this.try(() => this.look(name))
      if (!page) continue
      if (!(await isRunning(page.owner))) left.push({ name, page })
      else for (const { mark } of page.servers) inUse.add(mark)
    }
    const reaped: Reaped[] = []
    for (const { name, page } of left) {
      const found = await this.try(() => this.reapPage(name, page, inUse))
      reaped.push(...(found ?? []))
    }
    return reaped
  }

  /** Reads a page. Undefined when there is nothing to reap; an unreadable page is set aside. */
  private async look(name: string): Promise<Reading | undefined> {
    const path = join(this.folder, name)
    const about = await stat(path).catch(() => undefined)
    if (!about) return undefined
    if (!about.isFile()) return this.setAside(name, 'it is not a file')
    if (name.endsWith('.new')) {
      const owner = { pid: Number(PAGE_NAME.exec(name)?.[1]) }
      if (!(await isRunning(owner))) await rm(path, { force: true })
      return undefined
    }
    if (about.size > PAGE_LIMIT_BYTES) return this.setAside(name, 'it is too large')
    try {
      return pageIn(await readFile(path, 'utf8'))
    } catch (error) {
      return this.setAside(name, error instanceof z.ZodError ? UNKNOWN_FORM : messageOf(error))
    }
  }

  private async reapPage(
    name: string,
    { servers, fault }: Reading,
    inUse: ReadonlySet<string>
  ): Promise<readonly Reaped[]> {
    const reaped = await endAll(servers.filter(({ mark }) => !inUse.has(mark)))
    if (fault === undefined) await rm(join(this.folder, name), { force: true })
    else await this.setAside(name, fault)
    return reaped
  }

  /** Under a name that nothing has yet: what was set aside before stays as it is. */
  private async setAside(name: string, why: string): Promise<undefined> {
    const taken = new Set(await readdir(this.folder))
    let aside = `${name}.damaged`
    for (let count = 2; taken.has(aside); count++) aside = `${name}.damaged-${count}`
    const path = join(this.folder, aside)
    await rename(join(this.folder, name), path)
    const message = `${name}, a list of running servers, cannot be read: ${withoutEnd(why, '.')}. It was kept as ${aside}, and servers that it names may still be running.`
    this.tell.onLoss?.({ message, path, lost: 'all' })
  }

  private async try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      this.report(error)
      return undefined
    }
  }

  /** Not synced: what a power cut takes from the disk, it has taken from the processes too. */
  private write(): void {
    const path = join(this.folder, this.name)
    try {
      if (this.entries.size === 0) return rmSync(path, { force: true })
      mkdirSync(this.folder, { recursive: true, mode: 0o700 })
      const page = { owner: this.owner, servers: [...this.entries.values()] }
      writeFileSync(`${path}.new`, JSON.stringify(page), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    } catch (error) {
      this.report(error)
    }
  }

  /** Where asking takes a process of its own, the entry is written at once and completed after. */
  private async completeLater(mark: string, pid: number): Promise<void> {
    const [owner, server] = await Promise.all([identityOf(process.pid), identityOf(pid)])
    const entry = this.entries.get(mark)
    if (owner) this.owner = owner
    if (!entry || !server) return
    this.entries.set(mark, { ...entry, ...server })
    this.write()
  }

  private report(error: unknown): void {
    if (this.hasReported) return
    this.hasReported = true
    this.tell.onFault?.(
      `Servers that outlive Patchbay may not be found at its next start: ${messageOf(error)}`
    )
  }
}

/** Skips damaged servers one by one. Throws when the owner itself cannot be read. */
function pageIn(text: string): Reading {
  const { owner, servers: written } = Page.parse(fromJson(text))
  const servers = written.flatMap((each) => Server.safeParse(each).data ?? [])
  const lost = written.length - servers.length
  if (lost === 0) return { owner, servers }
  return { owner, servers, fault: `${lost} of its ${written.length} servers are damaged` }
}

async function endAll(entries: readonly Entry[]): Promise<readonly Reaped[]> {
  const commands = new Map(entries.map(({ mark, command }) => [mark, command]))
  const reaped: Reaped[] = []
  for (const entry of entries) {
    if (await isStill(entry)) {
      endGroup(entry.pid)
      reaped.push({ pid: entry.pid, command: entry.command })
    }
  }
  for (const { pid, mark } of await endMarked(new Set(commands.keys()))) {
    const isNews = !reaped.some((each) => each.pid === pid)
    if (isNews) reaped.push({ pid, command: commands.get(mark) ?? '' })
  }
  return reaped
}

/** The same start and the same program; what cannot be known for sure is not. */
async function isStill({ pid, startedAt, program }: Identity): Promise<boolean> {
  if (startedAt === undefined || program === undefined) return false
  const now = await identityOf(pid)
  return now?.startedAt === startedAt && now.program === program
}

/** Where start times cannot be known, whoever has the number is taken for the owner. */
async function isRunning({ pid, startedAt }: Identity): Promise<boolean> {
  const now = await identityOf(pid)
  if (now === undefined) return false
  return startedAt === undefined || now.startedAt === undefined || now.startedAt === startedAt
}

/** A server leads the group it was started in, so the group has its number. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended between the look and the signal.
  }
}

/** Undefined when there is no such process. */
async function identityOf(pid: number): Promise<Identity | undefined> {
  if (process.platform !== 'darwin') {
    const now = identityNow(pid)
    const isThere = process.platform === 'linux' ? now.startedAt !== undefined : exists(pid)
    return isThere ? now : undefined
  }
  const line = await new Promise<string>((resolve) => {
    const options = { timeout: LOOK_LIMIT_MS, env: { LC_ALL: 'C', TZ: 'UTC' } }
    const columns = ['-o', 'lstart=', '-o', 'comm=', '-p', String(pid)]
    execFile('/bin/ps', columns, options, (error, said) => resolve(error ? '' : said.trim()))
  })
  // "Mon Nov 16 10:05:00 2026 /usr/bin/program": five words of time, then the program.
  const [, startedAt, program] = /^((?:\S+\s+){4}\S+)\s+(.+)$/.exec(line) ?? []
  if (startedAt === undefined || program === undefined) return exists(pid) ? { pid } : undefined
  return { pid, startedAt, program }
}

/** What can be known without waiting. */
function identityNow(pid: number): Identity {
  if (process.platform !== 'linux') return { pid }
  const startedAt = startTimeOf(pid)
  const program = programOf(pid)
  return {
    pid,
    ...(startedAt !== undefined && { startedAt }),
    ...(program !== undefined && { program })
  }
}

/** The file it runs, not how it was called: that may hold secrets, and a process can rewrite it. */
function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined // it has ended
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
