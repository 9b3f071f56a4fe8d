/** Starts the servers of these tests, each in a process of its own on Electron's Node, and gives orders. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { nodeEnvironment, root } from '../../scripts/project.mjs'
import { electronExecutable } from '../fixtures'

export type AuthorizationOptions = {
  /** A JWT cannot be revoked or expired by the authorization server; opaque is the default. */
  readonly tokenFormat?: 'opaque' | 'jwt'
  readonly accessTokenSeconds?: number
  readonly hasMetadata?: boolean
  /** Whether clients may register themselves. */
  readonly hasRegistration?: boolean
  /** An MCP server at the same origin, as the revision 2025-03-26 has it. */
  readonly hasMcp?: boolean
}

export type ProtectedOptions = {
  readonly metadataAt?: 'path' | 'root' | 'none'
  readonly namesMetadata?: boolean
  /** Empty for none. */
  readonly challengeScope?: string
}

/** What the authorization server knows a client by. */
export type KnownClient = {
  readonly clientId: string
  readonly clientSecret?: string
  /** In PEM (PKCS #8), for ES256. */
  readonly privateKey?: string
}

export type KnownClientName = 'known-public' | 'known-basic' | 'known-post' | 'known-key'

export type AuthorizationOrder =
  | {
      readonly do:
        'counts' | 'expire-tokens' | 'expire-refresh-tokens' | 'forget-clients' | 'deny-next'
    }
  | { readonly do: 'access-token-seconds'; readonly seconds: number }
  | { readonly do: 'publish'; readonly url: string; readonly document: object }

export type ProtectedOrder =
  { readonly do: 'counts' | 'refuse-tokens' } | { readonly do: 'move-to'; readonly issuer: string }

/** How often each path was asked for. */
export type Counts = Readonly<Record<string, number>>

export class AuthPrograms {
  private readonly children: ChildProcess[] = []

  /** Its package has to be in the cache: see auth-fixtures.ts. */
  async startAuthorizationServer(options: AuthorizationOptions = {}) {
    const { ready, order } = await this.start<AuthorizationOrder>('authorization-server', options)
    return {
      issuer: String(ready['issuer']),
      /** Of the MCP server, if it has one. */
      url: String(ready['url']),
      clients: ready['clients'] as Readonly<Record<KnownClientName, KnownClient>>,
      order
    }
  }

  async startProtectedServer(issuer: string, options: ProtectedOptions = {}) {
    const all = { issuer, ...options }
    const { ready, order } = await this.start<ProtectedOrder>('protected-server', all)
    return { url: String(ready['url']), order }
  }

  async close(): Promise<void> {
    for (const child of this.children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.stdin?.end()
      await ended
    }
  }

  private async start<Order extends object>(name: string, options: object) {
    const script = join(root, `e2e/auth/${name}.mjs`)
    const child = spawn(electronExecutable(), [script, JSON.stringify(options)], {
      env: nodeEnvironment({ FORCE_COLOR: undefined }),
      stdio: ['pipe', 'pipe', 'inherit']
    })
    this.children.push(child)
    const lines = createInterface({ input: child.stdout })
    const ready = await nextLine(lines, name)
    /** Orders are answered one after the other, so that each has to be awaited. */
    const order = async (order: Order): Promise<unknown> => {
      const answer = nextLine(lines, name)
      child.stdin.write(`${JSON.stringify(order)}\n`)
      const { failed, value } = await answer
      if (failed !== undefined) throw new Error(`${name}: ${JSON.stringify(failed)}`)
      return value
    }
    return { ready, order }
  }
}

async function nextLine(lines: Interface, name: string): Promise<Record<string, unknown>> {
  const line = await new Promise<string>((resolve, reject) => {
    const end = (): void => reject(new Error(`${name} ended before it answered.`))
    lines.once('close', end)
    lines.once('line', (text) => {
      lines.off('close', end)
      resolve(text)
    })
  })
  return JSON.parse(line) as Record<string, unknown>
}
