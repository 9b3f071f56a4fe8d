// Good servers, and one for each way in which a server can try to bring the app down.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { inProject } from '../../scripts/project.mjs'

const FAULTS = inProject('e2e/servers/faults.mjs')
const HTTP_FAULTS = inProject('e2e/servers/http-faults.mjs')
const HUGE_BYTES = 2 * 1024 * 1024 * 1024

const UNREAD = /does not read what is sent to it/

/** What has to be said of each bad server sooner or later. */
export const NAMED = {
  'asks over stdio': UNREAD,
  'asks over HTTP': UNREAD,
  deaf: UNREAD,
  floods: /floods Patchbay: it sent 100,000 messages/,
  hung: /has neither answered nor said anything/,
  'huge line': /sent a message of more than 128 MiB/
}

/** `program` starts a script of Node: its command and environment. */
export function goodServers(count, program) {
  const names = Array.from({ length: count }, (_, index) => `good ${index + 1}`)
  return Object.fromEntries(names.map((name) => [name, faulty(program, 'plain')]))
}

/** `limits` are further fields of the definitions of those that are to be caught by a time limit. */
export function badServers(program, floodUrl, limits = {}) {
  return {
    'asks over stdio': { ...faulty(program, 'askflood'), ...limits },
    'asks over HTTP': { type: 'streamable-http', url: floodUrl, ...limits },
    deaf: { ...faulty(program, 'deaf'), ...limits },
    floods: faulty(program, 'notifyflood'),
    hung: { ...faulty(program, 'mute'), ...limits },
    'huge line': faulty(program, 'hugeline', String(HUGE_BYTES))
  }
}

function faulty({ command, env }, ...args) {
  return { command, args: [FAULTS, ...args], env }
}

/** A process of its own, so that its flood does not keep whoever measures from measuring. */
export async function startHttpFlood({ command, env }) {
  const server = spawn(command, [HTTP_FAULTS, 'askFlood'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const lines = createInterface({ input: server.stdout })
  const url = await new Promise((resolve) => lines.once('line', resolve))
  return { url, stop: () => server.kill() }
}
