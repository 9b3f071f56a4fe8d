/** Options that belong together, and that many commands have. */
import type { Values } from './arguments'
import type { ClientOptions } from './client-credentials'
import type { DeskChoice } from '../profile/desk'
import {
  readEra,
  readHeaders,
  readPairs,
  readText,
  readTimeout,
  readTransport,
  type Overrides
} from './options'
import type { Sources } from '../profile/host'
import { wrongUsage } from '../output/usage'

/** The options that hold JSON may name a file, or stdin, which only one of them can have. */
export function withSources(values: Values, sources: Sources): Values {
  const named = (['args', 'meta', 'params'] as const).filter((name) => values[name] !== undefined)
  if (named.filter((name) => values[name] === '-').length > 1) {
    throw wrongUsage('Only one option can be read from stdin.')
  }
  const read = named.map((name) => [name, readText(values[name] ?? '', `--${name}`, sources)])
  return { ...values, ...(Object.fromEntries(read) as Pick<Values, 'args' | 'meta' | 'params'>) }
}

export function readDesk({ profile, project, input = [] }: Values): DeskChoice {
  return {
    ...(profile !== undefined && { profile }),
    ...(project !== undefined && { project }),
    inputs: readPairs('--input', input)
  }
}

export function readOverrides({
  timeout,
  era,
  transport,
  header = [],
  env = []
}: Values): Overrides {
  return {
    ...(timeout !== undefined && { timeoutMs: readTimeout(timeout) }),
    ...(era !== undefined && { era: readEra(era) }),
    ...(transport !== undefined && { transport: readTransport(transport) }),
    headers: readHeaders(header),
    env: readPairs('--env', env)
  }
}

/** Undefined where nothing is said of it. */
export function readClient(values: Values): ClientOptions | undefined {
  const { 'client-id': id, 'client-secret': secret, 'client-key': keyFile } = values
  if (secret !== undefined && keyFile !== undefined) {
    throw wrongUsage('Give --client-secret or --client-key, not both.')
  }
  if (id === undefined && secret === undefined && keyFile === undefined) return undefined
  return {
    ...(id !== undefined && { id }),
    ...(secret !== undefined && { secret }),
    ...(keyFile !== undefined && { keyFile })
  }
}
