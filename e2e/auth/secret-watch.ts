/** Watches an app for what is secret: all that the window is told and shown, and all that is left behind. */
import type { ElectronApplication, Page } from '@playwright/test'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Bridge } from '../../src/shared/ipc/ipc-wire'
import { encodingsOf } from '../encodings'
import { expect } from '../fixtures'
import { SystemDialogs } from '../system-dialogs'

const EVENTS = [
  'servers.changed',
  'signIn.changed',
  'session.changed',
  'problems.changed',
  'inbox.changed',
  'calls.changed',
  'traffic.grew',
  'traffic.counted',
  'audit.changed',
  'audit.grew'
]
const MOST_FRAMES = 150

type Global = {
  readonly hear: (json: string) => void
  readonly patchbay: Bridge
}

/** Where a secret was found, and which. */
export type Leak = readonly [place: string, name: string]

export class SecretWatch {
  private readonly heard: string[] = []
  private readonly shown: string[] = []
  private readonly answers: string[] = []

  /** `outside` is where exports and files of problems go. */
  static async of(app: ElectronApplication, window: Page, outside: string): Promise<SecretWatch> {
    const watch = new SecretWatch(window, await SystemDialogs.of(app), outside)
    await window.exposeFunction('hear', (json: string) => void watch.heard.push(json))
    await window.evaluate((names) => {
      const { hear, patchbay } = globalThis as unknown as Global
      for (const name of names) patchbay.on(name, (json) => hear(json))
    }, EVENTS)
    mkdirSync(watch.problemFolder, { recursive: true })
    await watch.dialogs.choose(watch.problemFolder)
    expect(await watch.ask('problems.chooseFolder')).toContain(watch.problemFolder)
    return watch
  }

  private constructor(
    private readonly window: Page,
    readonly dialogs: SystemDialogs,
    private readonly outside: string
  ) {}

  /** What the window shows now. */
  async look(): Promise<void> {
    this.shown.push(await this.window.content())
  }

  /** All frames and records, the lists beside them, and every export. */
  async askForEverything(): Promise<string> {
    const opened = await this.ask('audit.open', { query: { text: '' }, isGrouped: false })
    const { viewId } = (JSON.parse(opened) as { value: { viewId: number } }).value
    const recordings = await this.ask('traffic.recordings')
    const [newest] = (JSON.parse(recordings) as { value: { id: number }[] }).value
    const frames = Array.from({ length: MOST_FRAMES }, (_, index) => index + 1)
    this.answers.push(
      ...(await Promise.all([
        ...frames.flatMap((seq) => [
          this.ask('traffic.row', { seq }),
          this.ask('traffic.raw', { seq, limit: 100_000 }),
          this.ask('traffic.bytes', { seq }),
          this.ask('traffic.snippet', { seq, format: 'curl' }),
          this.ask('traffic.exchanges', { seq }),
          this.ask('traffic.report', { seq })
        ]),
        this.ask('signIn.list'),
        this.ask('problems.list'),
        this.ask('audit.rows', { viewId, from: 0, count: 200 }),
        this.ask('servers.list')
      ]))
    )
    const told = this.answers.join('\n')
    const what = { recording: newest?.id }
    for (const [route, input] of [
      ['traffic.export', { form: 'lines', what }],
      ['traffic.export', { form: 'har', what }],
      ['audit.export', { form: 'jsonl', query: { text: '' } }]
    ] as const) {
      const path = join(this.outside, `exported-${input.form}`)
      await this.dialogs.choose(path)
      const answer = await this.ask(route, input)
      expect(answer).toContain(path)
      this.answers.push(answer)
    }
    return told
  }

  /** Once the app has ended; `output` is what it printed. */
  leaks(
    secrets: ReadonlyMap<string, string>,
    { output, profile }: { readonly output: string; readonly profile: string }
  ): readonly Leak[] {
    const inFiles = [profile, this.outside].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        // The definition itself, which the test has written there.
        .filter((name) => name !== 'servers.json' && statSync(join(folder, name)).isFile())
        .map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const)
    )
    const names = inFiles.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['traffic/traffic.db', 'audit/audit.db']))
    expect(names.filter((name) => /^problem-files.*-auth-/.test(name))).not.toEqual([])
    expect(this.heard.join('\n')).toContain('signed-in')
    const places: readonly (readonly [string, string])[] = [
      ['window', this.shown.join('\n')],
      ['events', this.heard.join('\n')],
      ['answers', this.answers.join('\n')],
      ['output', output],
      ...inFiles
    ]
    return places.flatMap(([place, text]) =>
      [...secrets].flatMap(([name, value]) =>
        encodingsOf(value).some((form) => text.includes(form)) ? [[place, name] as const] : []
      )
    )
  }

  private ask(route: string, input?: object): Promise<string> {
    return this.window.evaluate(
      ([name, json]) => (globalThis as unknown as Global).patchbay.request(name ?? '', json ?? ''),
      [route, input ? JSON.stringify(input) : '']
    )
  }

  get problemFolder(): string {
    return join(this.outside, 'problem-files')
  }
}
