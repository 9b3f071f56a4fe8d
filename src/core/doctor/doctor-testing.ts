/** What the tests of the doctor share: definitions, and an examination from its beginning to its end. */
import { join } from 'node:path'
import type { Check } from '../../shared/servers/configuration'
import { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition, StdioDefinition } from '../../shared/servers/server-config'
import { hurriedClock } from '../workbench/fault-testing'
import { examine, type ExamineOptions } from './doctor'
import { firstFailed } from './examination'
import { PLAIN_NETWORKS } from '../network/networks'

const FAULTS = join(import.meta.dirname, '../../../e2e/servers/faults.mjs')

export function program(rest: Partial<StdioDefinition>): StdioDefinition {
  return {
    id: ServerId.parse('patient'),
    name: 'patient',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    ...rest
  }
}

/** The server that is broken in the way that `mode` says. */
export function faulty(mode: string, rest: Partial<StdioDefinition> = {}): StdioDefinition {
  return program({ args: [FAULTS, mode], ...rest })
}

/** A program that is one line of JavaScript. */
export function script(code: string, rest: Partial<StdioDefinition> = {}): StdioDefinition {
  return program({ args: ['-e', code], ...rest })
}

export function remote(url: string, rest: Partial<RemoteDefinition> = {}): RemoteDefinition {
  return {
    id: ServerId.parse('patient'),
    name: 'patient',
    scope: 'user',
    transport: 'auto',
    url,
    headers: {},
    ...rest
  }
}

export type Examined = {
  readonly checks: readonly Check[]
  /** The first that failed. */
  readonly failed: Check | undefined
  readonly of: (id: string) => Check | undefined
  readonly statuses: Readonly<Record<string, string>>
}

export async function examined(
  definition: StdioDefinition | RemoteDefinition,
  options: Partial<ExamineOptions> = {}
): Promise<Examined> {
  const checks = await examine(definition, {
    networks: PLAIN_NETWORKS,
    version: '0',
    clock: hurriedClock,
    paths: { own: process.env['PATH'], login: undefined },
    onChange: () => undefined,
    ...options
  })
  return {
    checks,
    failed: firstFailed(checks),
    of: (id) => checks.find((check) => check.id === id),
    statuses: Object.fromEntries(checks.map(({ id, status }) => [id, status]))
  }
}
