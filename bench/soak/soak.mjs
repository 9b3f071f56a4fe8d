// Drives the app through the door that its window has, and looks at what becomes of it.
import { readFileSync } from 'node:fs'
import { execFile as execFileWithCallback } from 'node:child_process'
import { promisify } from 'node:util'
import { NAMED } from './servers.mjs'

const execFile = promisify(execFileWithCallback)
const MEGABYTE = 1024 * 1024
/** More than a pipe holds, so that a server that does not read is noticed. */
const LARGE_CHARS = MEGABYTE

export class Soak {
  /**
   * By bad server: the sentence that named it.
   * @type {Map<string, string>}
   */
  named = new Map()
  #window
  #pid
  #ids
  #fedSince

  static async begin(app, window) {
    const soak = new Soak()
    soak.#window = window
    soak.#pid = String(await app.evaluate(() => process.pid))
    await window.evaluate(prepare)
    const servers = await soak.#ask('servers.list')
    soak.#ids = new Map(servers.map(({ name, id }) => [name, id]))
    return soak
  }

  /** Resolves when all of them were tried; those that cannot be opened are looked at later. */
  async open(names) {
    const serverIds = names.map((name) => this.#idOf(name))
    await this.#window.evaluate(
      (ids) =>
        Promise.allSettled(
          ids.map((serverId) => globalThis.soak.ask('session.open', { serverId }))
        ),
      serverIds
    )
  }

  /** Each of these is called again and again, with a pause after each answer. */
  async startCalls(names, pauseMs) {
    const serverIds = names.map((name) => this.#idOf(name))
    await this.#window.evaluate(
      ({ ids, ms }) => {
        for (const id of ids) void globalThis.soak.callOnAndOn(id, ms)
      },
      { ids: serverIds, ms: pauseMs }
    )
  }

  /**
   * How long the calls took that have ended since they were taken last, and why some have failed.
   * @returns {Promise<{ times: number[], failures: string[] }>}
   */
  takeCalls() {
    return this.#window.evaluate(() => {
      const { times, failures } = globalThis.soak
      globalThis.soak.times = []
      globalThis.soak.failures = []
      globalThis.soak.answered.clear()
      return { times, failures }
    })
  }

  /**
   * How many servers have answered since calls were taken last.
   * @returns {Promise<number>}
   */
  answeredServers() {
    return this.#window.evaluate(() => globalThis.soak.answered.size)
  }

  async stopCalls() {
    await this.#window.evaluate(() => (globalThis.soak.isOver = true))
  }

  /** What main holds, in megabytes. */
  async memory() {
    if (process.platform === 'linux') {
      const [, pages] = readFileSync(`/proc/${this.#pid}/statm`, 'utf8').split(' ')
      return (Number(pages) * 4096) / MEGABYTE
    }
    const { stdout } = await execFile('ps', ['-o', 'rss=', '-p', this.#pid])
    return Number(stdout) / 1024
  }

  /** Notes which bad servers were named, gives the deaf one something to read, opens what has failed. */
  async tend() {
    const sessions = await this.#ask('sessions.list')
    const problems = await this.#ask('problems.list')
    for (const [name, sentence] of Object.entries(NAMED)) {
      const id = this.#idOf(name)
      const { state, postMortem } = sessions.find(({ serverId }) => serverId === id) ?? {}
      const said = problems.filter(({ serverId }) => serverId === id).map(({ message }) => message)
      const found = [state?.reason, postMortem?.reason, ...said].find((text) =>
        sentence.test(text ?? '')
      )
      if (found !== undefined) this.named.set(name, found)
      if (state?.phase === 'failed' || state?.phase === 'idle') void this.open([name])
      if (name === 'deaf' && state?.phase === 'ready') this.#feed(id, state.since)
    }
  }

  /** Once for each time that it is started. */
  #feed(serverId, since) {
    if (since === this.#fedSince) return
    this.#fedSince = since
    const text = 'x'.repeat(LARGE_CHARS)
    const input = { serverId, tool: 'echo', arguments: { text }, timeoutMs: 60_000 }
    this.#ask('call.start', input).catch(() => undefined) // it may have ended just now
  }

  #ask(route, input) {
    return this.#window.evaluate(({ to, given }) => globalThis.soak.ask(to, given), {
      to: route,
      given: input
    })
  }

  #idOf(name) {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`There is no server ${name}.`)
    return id
  }
}

/** Runs in the page. */
function prepare() {
  const { patchbay } = globalThis
  const waiting = new Map()
  const early = new Map()
  const soak = {
    times: [],
    failures: [],
    answered: new Set(),
    isOver: false,
    ask: async (route, input) => {
      const json = input === undefined ? '' : JSON.stringify(input)
      const answer = JSON.parse(await patchbay.request(route, json))
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      return answer.value
    },
    callOnAndOn: async (serverId, pauseMs) => {
      while (!soak.isOver) {
        const startedAt = performance.now()
        const input = { serverId, tool: 'echo', arguments: { text: 'hi' } }
        try {
          const call = await soak.ask('call.start', input)
          const { kind } = await outcomeOf(call.id)
          if (kind === 'result' || kind === 'held') {
            soak.times.push(performance.now() - startedAt)
            soak.answered.add(serverId)
          } else soak.failures.push(kind)
        } catch (error) {
          soak.failures.push(String(error))
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }
  const outcomeOf = (id) => {
    const outcome = early.get(id)
    early.delete(id)
    return outcome ?? new Promise((resolve) => waiting.set(id, resolve))
  }
  patchbay.on('calls.changed', (json) => {
    for (const { id, outcome } of JSON.parse(json)) {
      if (!outcome) continue
      if (waiting.has(id)) waiting.get(id)(outcome)
      else early.set(id, outcome)
      waiting.delete(id)
    }
  })
  globalThis.soak = soak
}
