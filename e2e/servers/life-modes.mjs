/** What can be wrong with the process: how it starts, stops answering, and ends. */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setInterval } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { lineOf, NO_ANSWER, textResult, tool } from './line-server.mjs'

const FAULTS = join(import.meta.dirname, 'faults.mjs')
const SLEEPER = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 60_000)'
const MIB = 1024 * 1024
const STDIN = 0
const STDOUT = 1

export const lifeModes = {
  ignoreterm(server) {
    beDeaf(server)
    server.go = () => textResult(JSON.stringify({ pid: process.pid, parent: process.ppid }))
  },

  /** As npx and sh do: the server is a child that has its parent's stdin and stdout. */
  wrapper(server, mode = 'ignoreterm') {
    beDeaf(server)
    server.listen = () => {
      spawn(process.execPath, [FAULTS, mode], { stdio: 'inherit' })
    }
  },

  /** Starts a process in a session of its own; with `holding`, one that keeps the pipes open. */
  setsid(server, how) {
    server.go = () => {
      const stdio = how === 'holding' ? 'inherit' : 'ignore'
      const child = spawn(process.execPath, ['-e', SLEEPER], { detached: true, stdio })
      child.unref()
      return textResult(String(child.pid))
    }
  },

  /** Answers `go`, then reads nothing more. */
  closestdin(server) {
    server.endsWithStdin = false
    server.go = async ({ id }) => {
      stayAlive()
      process.stdin.destroy()
      await new Promise((resolve) => process.stdin.once('close', resolve))
      closeSync(STDIN) // destroying the stream leaves the descriptor open
      await server.answer(id, textResult('no longer listening'))
      return NO_ANSWER
    }
  },

  /** Answers `go` by closing its stdout, and stays. */
  closestdout(server) {
    server.go = () => {
      stayAlive()
      closeSync(STDOUT)
      return NO_ANSWER
    }
  },

  /** Answers `go` without a line feed, and ends. */
  unended(server) {
    server.go = async ({ id }) => {
      await server.write(lineOf({ id, result: textResult('all there') }).trimEnd())
      process.exit(0)
    }
  },

  slowstart(server, ms = '3000') {
    const { initialize } = server.handlers
    server.handlers.initialize = async (request) => {
      server.log('downloading the internet')
      await setTimeout(Number(ms))
      return initialize(request)
    }
  },

  stderrflood(server, mebibytes = '64') {
    const line = `${'e'.repeat(1_023)}\n`
    server.go = async () => {
      for (let left = Number(mebibytes); left > 0; left--) {
        await new Promise((done) => process.stderr.write(line.repeat(MIB / line.length), done))
      }
      return textResult(`after ${mebibytes} MiB of words`)
    }
  },

  /** Stops answering after `initialize`; with `go`, only once that is called. */
  hang(server, from) {
    hangFrom(server, from, () => {})
  },

  /** The same, and its event loop stands still. */
  hangbusy(server, from) {
    hangFrom(server, from, () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  },

  crashloop(server) {
    const { initialize } = server.handlers
    server.handlers.initialize = async (request) => {
      await server.answer(request.id, initialize(request))
      server.log('cannot open the database')
      process.exit(1)
    }
  },

  /** Crashes when it is first initialised; the given file remembers that. */
  crashonce(server, file) {
    const { initialize } = server.handlers
    server.handlers.initialize = (request) => {
      if (existsSync(file)) return initialize(request)
      writeFileSync(file, 'crashed\n')
      server.log('only this once')
      process.exit(1)
    }
  },

  /**
   * Resources whose text tells how often they were read, a tool after which there is one more, and one
   * that says that the first has changed. The second changes while it is being read.
   */
  sync(server) {
    let reads = 0
    let syncs = 0
    const [counter, racing] = ['test://counter', 'test://racing']
    const changed = (uri) => server.notify('notifications/resources/updated', { uri })
    server.capabilities = { tools: {}, resources: { subscribe: true } }
    server.toolList.push(
      tool('sync_repository', 'Fetches what is new'),
      tool('touch', 'Changes it')
    )
    server.toolCalls.sync_repository = () => textResult(`synced ${++syncs} times`)
    server.toolCalls.touch = async () => {
      await changed(counter)
      return textResult('touched')
    }
    const named = (uri) => ({ uri, name: uri.slice(7), mimeType: 'text/plain' })
    Object.assign(server.handlers, {
      'resources/list': () => {
        const fetched = syncs > 0 ? [named('test://fetched')] : []
        return { resources: [named(counter), named(racing), ...fetched] }
      },
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'resources/read': async ({ params: { uri } }) => {
        if (uri === racing) await changed(racing)
        return { contents: [{ uri, mimeType: 'text/plain', text: `${++reads}` }] }
      }
    })
  },

  elicit(server) {
    server.go = async () => {
      const answer = await server.ask('elicitation/create', ELICITATION)
      return textResult(JSON.stringify(answer.result ?? answer.error))
    }
  }
}

export const ELICITATION = {
  message: 'Who is asking?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' } },
    required: ['name']
  }
}

function beDeaf(server) {
  server.endsWithStdin = false
  process.on('SIGTERM', () => {})
  stayAlive()
}

function stayAlive() {
  setInterval(() => {}, 60_000)
}

function hangFrom(server, from, alsoDo) {
  const { initialize } = server.handlers
  const stopAnswering = () => {
    server.hear = () => true
  }
  if (from === 'go') {
    server.go = () => {
      stopAnswering()
      alsoDo()
      return NO_ANSWER
    }
    return
  }
  server.handlers.initialize = async (request) => {
    stopAnswering()
    await server.answer(request.id, initialize(request))
    alsoDo()
    return NO_ANSWER
  }
}
