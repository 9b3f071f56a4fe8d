/** For tests: the demo server that checks signatures, in a process of its own. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Access } from '../../shared/servers/server-access'
import { stops } from './http-testing'

type Started = { readonly stop: () => Promise<void> }
export type SignedDemo = Started & {
  readonly definition: Access & { readonly url: string }
  /** Its stderr. */
  readonly said: () => string
}

type Fixture = {
  readonly startSignedDemo: (...args: readonly string[]) => Promise<SignedDemo>
  readonly startProxy: (
    target: string,
    change: (body: string) => string
  ) => Promise<Started & { readonly url: string }>
}

const FIXTURE = join(import.meta.dirname, '../../../e2e/servers/signed-demo.mjs')

function fixture(): Promise<Fixture> {
  return import(/* @vite-ignore */ pathToFileURL(FIXTURE).href) as Promise<Fixture>
}

/** Ended with the test. */
export async function startSignedDemo(...args: readonly string[]): Promise<SignedDemo> {
  const demo = await (await fixture()).startSignedDemo(...args)
  stops.push(demo.stop)
  return demo
}

/** What changes bodies on the way to `target`; its address. */
export async function startProxy(
  target: string,
  change: (body: string) => string
): Promise<string> {
  const proxy = await (await fixture()).startProxy(target, change)
  stops.push(proxy.stop)
  return proxy.url
}
