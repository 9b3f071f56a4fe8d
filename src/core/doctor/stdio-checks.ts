/** From the command to the catalogue of a server that is a program. */
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import { settingsOf, type StdioDefinition } from '../../shared/servers/server-config'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { seconds } from '../time/clock'
import { failed, ok, skipped, warning, type CheckName, type Verdict } from './check-list'
import { checkCommand, checkFolder } from './command-check'
import { quoteLast, readComplaint } from '../conversation/complaints'
import type { Examination } from './examination'
import { adviseOnTools } from './tool-advice'
import { openOnce, readLists, versionVerdict, type Broken, type Ready } from './opening'
import { stdoutAdvice } from './stdout-advice'

export const STDIO_CHECKS: readonly CheckName[] = [
  ['command', 'Command'],
  ['folder', 'Folder'],
  ['runs', 'Start of the program'],
  ['stays', 'Keeps running'],
  ['stdout', 'Stdout'],
  ['handshake', 'Handshake'],
  ['version', 'Protocol version'],
  ['catalogue', 'Catalogue'],
  ['advice', 'Advice on the tools']
]

/** The login shell may have to be asked first. */
const COMMAND_LIMIT_MS = 10_000
const FOLDER_LIMIT_MS = 5_000
const CATALOGUE_LIMIT_MS = 30_000
/** What is left of a handshake when its own time is over: the lists are tried without one. */
const AFTER_HANDSHAKE_MS = 6_000
const KEPT_LINES = 50
const QUOTED_NOISE = 3

export async function examineStdio(
  definition: StdioDefinition,
  examination: Examination
): Promise<void> {
  const { list, paths } = examination
  const isFound = await list.run('command', COMMAND_LIMIT_MS, () => checkCommand(definition, paths))
  if (!isFound) return
  const hasFolder = await list.run('folder', FOLDER_LIMIT_MS, async () => checkFolder(definition))
  if (hasFolder) await new StdioExamination(definition, examination).run()
}

class StdioExamination {
  private readonly id: ServerId
  private readonly noise: string[] = []
  private readonly stderr: string[] = []
  private readonly pids = new Set<number>()
  private isTooLong = false

  constructor(
    private readonly definition: StdioDefinition,
    private readonly examination: Examination
  ) {
    this.id = definition.id
  }

  async run(): Promise<void> {
    const { workbench, list } = this.examination
    const stops = [
      workbench.onTraffic((entry) => this.hear(entry)),
      workbench.onSession(({ state }) => {
        if (state.phase === 'starting' && state.pid !== undefined) this.noticeStart(state.pid)
      })
    ]
    try {
      list.begin('runs')
      const { initializeTimeoutMs } = settingsOf(this.definition)
      const limitMs = initializeTimeoutMs + AFTER_HANDSHAKE_MS
      const opening = await openOnce(this.examination, this.id, limitMs)
      if (!opening.isReady) return this.blame(opening.broken)
      this.praise(opening.state)
      await list.run('catalogue', CATALOGUE_LIMIT_MS, (signal) => this.readCatalogue(signal))
      if (this.noise.length > 0) list.settle('stdout', this.stdoutVerdict(true))
      adviseOnTools(this.examination, this.id)
    } finally {
      for (const stop of stops) stop()
    }
  }

  private hear({ origin, kind, text = '', violations = [] }: TrafficEntry): void {
    if (violations.some(({ rule }) => rule === 'frame-too-long')) this.isTooLong = true
    else if (kind === 'stderr') keep(this.stderr, text)
    else if (kind === 'noise' && origin === 'server') {
      keep(this.noise, text)
      // Nobody has to wait for the end of the handshake to learn of it.
      this.examination.list.settle('stdout', this.stdoutVerdict(true))
    }
  }

  private noticeStart(pid: number): void {
    const { list } = this.examination
    if (this.pids.has(pid)) return
    const isFirst = this.pids.size === 0
    this.pids.add(pid)
    if (!isFirst) return
    list.settle('runs', ok(`It started as process ${pid}.`))
    for (const id of ['stays', 'stdout', 'handshake']) list.begin(id)
  }

  private praise(state: Ready): void {
    const { list } = this.examination
    list.settle('stays', ok('It runs, and does not end by itself.'))
    list.settle('stdout', this.stdoutVerdict(true))
    list.settle('handshake', this.handshakeVerdict(state))
    list.settle('version', versionVerdict(state))
  }

  private handshakeVerdict({ era, handshakeMs }: Ready): Verdict {
    const time = seconds(handshakeMs)
    if (this.pids.size > 1) {
      return warning(
        `It broke when it was asked for its era, and was started once more without that. Ready after ${time}.`,
        'Set "era" to "legacy" in the definition of this server, so that it is not asked.'
      )
    }
    if (era === 'modern') return ok(`It is of the modern era and needs none. Ready after ${time}.`)
    if (era === 'bare') return ok(`It answers without one. Ready after ${time}.`)
    return ok(`It answered initialize (the legacy era). Ready after ${time}.`)
  }

  /** Says of the check that the server did not pass why, and of those before it that it did. */
  private blame(broken: Broken): void {
    const { list } = this.examination
    const { reason, next, code } = broken
    if (this.pids.size === 0) {
      const fix = 'Start the command in a terminal, and read what the system says.'
      return list.settle('runs', failed(reason, fix))
    }
    if (this.isTooLong) {
      list.settle('stays', ok('It ran until Patchbay stopped it.'))
      const fix = 'Let it send less at a time, or allow it longer frames in its settings.'
      return list.settle('stdout', failed(reason, fix))
    }
    const isGone = code === WorkbenchErrorCode.ConnectionLost || (!code && !broken.isLate)
    if (isGone) return this.blameEnd(reason)
    list.settle('stays', ok('It runs, and does not end by itself.'))
    if (broken.isVersion) {
      list.settle('stdout', this.stdoutVerdict(true))
      list.settle('handshake', ok('It answered.'))
      return list.settle('version', failed(reason, next ?? READ_STDERR))
    }
    const isSilent = code === WorkbenchErrorCode.Timeout || broken.isLate === true
    list.settle('stdout', this.stdoutVerdict(!isSilent))
    if (!isSilent) return list.settle('handshake', failed(reason, next ?? READ_STDERR))
    const said = quoteLast(this.stderr)
    const heard = said === '' ? ' It said nothing on stderr.' : ` Its last words on stderr:${said}`
    list.settle('handshake', failed(`${reason}${heard}`, this.silenceAdvice()))
  }

  private silenceAdvice(): string {
    const known = readComplaint(this.stderr)
    if (known) return known.fix
    if (this.stderr.some((line) => /listening|https?:\/\/|port \d+/i.test(line))) {
      return 'It seems to be a server for HTTP: give its address instead, or the argument that makes it speak over stdio.'
    }
    return 'Check that it is an MCP server that speaks over stdio, and whether it needs an argument for that; if it is only slow, give it more time with timeouts.initialize.'
  }

  private blameEnd(reason: string): void {
    const { list } = this.examination
    const lines = [...this.noise, ...this.stderr]
    const known = readComplaint(lines)
    const quotes = quoteLast(this.stderr.length > 0 ? this.stderr : this.noise)
    const said = quotes === '' ? ' It said nothing.' : ` Its last words:${quotes}`
    const what = known ? ` ${known.what}` : ''
    list.settle('stays', failed(`${reason}${what}${said}`, known?.fix ?? endAdvice(reason, quotes)))
    const stdout = this.noise.length === 0 ? skipped('It ended too soon to tell.') : undefined
    list.settle('stdout', stdout ?? this.stdoutVerdict(true))
  }

  private stdoutVerdict(isUsable: boolean): Verdict {
    const count = this.noise.length
    if (count === 0) return ok('Only frames came on stdout.')
    const lines = count === 1 ? 'One line' : `${count === KEPT_LINES ? 'Many' : count} lines`
    const detail = `${lines} on stdout are not frames:${quoteLast(this.noise.slice(0, QUOTED_NOISE))}`
    const fix = stdoutAdvice(this.noise)
    return isUsable ? warning(detail, fix) : failed(detail, fix)
  }

  private async readCatalogue(signal: AbortSignal): Promise<Verdict> {
    const listing = await readLists({ ...this.examination, signal }, this.id)
    if ('verdict' in listing) return listing.verdict
    this.blameEnd(listing.broken.reason)
    return skipped('The server did not keep running while its lists were read.')
  }
}

const READ_STDERR = 'Read what the server wrote to stderr, and mend that.'

function endAdvice(reason: string, quotes: string): string {
  if (/code 127\b/.test(reason)) {
    return 'Code 127 means that a program it starts was not found: check the arguments and PATH.'
  }
  if (/code 126\b/.test(reason)) return 'Code 126 means that a file it starts is not executable.'
  if (/SIGKILL/.test(reason)) {
    return 'The system killed it: look for too little memory, or for a program that macOS does not allow.'
  }
  if (/SIG(SEGV|ABRT|BUS|ILL)/.test(reason)) {
    return 'The program itself crashed: install it anew, in a version for this machine.'
  }
  if (quotes === '') {
    return 'Start the command in a terminal: it has to wait for frames on stdin instead of ending. Some servers need an argument such as stdio.'
  }
  return READ_STDERR
}

function keep(lines: string[], line: string): void {
  if (lines.length < KEPT_LINES || lines.shift() !== undefined) lines.push(line)
}
