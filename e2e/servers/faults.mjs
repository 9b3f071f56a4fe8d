/**
 * The server that is broken on purpose: `node faults.mjs <mode> [argument]`. Each mode shows one
 * fault, most of them when the tool `go` is called. Plain Node, no dependencies.
 */
import process from 'node:process'
import { askModes } from './ask-modes.mjs'
import { eraModes } from './era-modes.mjs'
import { floodModes } from './flood-modes.mjs'
import { LineServer } from './line-server.mjs'
import { lifeModes } from './life-modes.mjs'
import { offerModes } from './offer-modes.mjs'
import { windowModes } from './window-modes.mjs'
import { wireModes } from './wire-modes.mjs'

const USAGE_EXIT = 64

/** Mode to behaviour: each gets the server before it listens, and changes it. */
const modes = {
  plain: () => {},
  ...wireModes,
  ...lifeModes,
  ...eraModes,
  ...askModes,
  ...offerModes,
  ...floodModes,
  ...windowModes
}

const [mode = 'plain', argument] = process.argv.slice(2)
if (Object.hasOwn(modes, mode)) {
  const server = new LineServer()
  modes[mode](server, argument)
  server.listen()
} else {
  process.stderr.write(`No such mode: ${mode}. There are: ${Object.keys(modes).join(', ')}.\n`)
  process.exitCode = USAGE_EXIT
}
