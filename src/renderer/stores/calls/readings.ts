/** What was read of resources while this window is open: the last answer, and what changed before. */
import { create } from 'zustand'
import type { ResourceReading, StaleContents } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'

/** One resource as far as it was read. */
export type Readings = {
  /** Under this key the reading that goes on can be called off. */
  readonly runningKey?: string
  /** When the last reading began. */
  readonly startedAt?: number
  readonly last?: ResourceReading
  /** When it was said last that it may have changed. */
  readonly staleAt?: number
  /** A whole sentence, when it could not even be asked for. */
  readonly refusal?: string
  /** Answers with contents that differ from the one before, newest first. */
  readonly versions: readonly ResourceReading[]
  /** How many updates the server had told of when the last reading began. */
  readonly updatesRead: number
}

/** A template that was filled in and read. */
export type TemplateReading = { readonly uri: string; readonly readAt: number }

type ReadingsState = {
  readonly byResource: Readonly<Record<string, Readings>>
  readonly byTemplate: Readonly<Record<string, readonly TemplateReading[]>>
}

export const NOTHING_READ: Readings = { versions: [], updatesRead: 0 }

const KEPT_VERSIONS = 20
const KEPT_RESOURCES = 50
const KEPT_TEMPLATE_READINGS = 10

export const useReadings = create<ReadingsState>()(() => ({
  byResource: {},
  byTemplate: {}
}))

/** Two names cannot run together, because JSON keeps them apart. */
export function readingsKey(serverId: ServerId, uri: string): string {
  return keyOf(serverId, uri)
}

/** Without an address, for all resources of the server. */
function keyOf(serverId: string, uri?: string): string {
  return JSON.stringify(uri === undefined ? [serverId] : [serverId, uri])
}

export function readingsOf(serverId: ServerId, uri: string): Readings {
  return useReadings.getState().byResource[readingsKey(serverId, uri)] ?? NOTHING_READ
}

export function useResourceReadings(serverId: ServerId, uri: string): Readings {
  return useReadings(({ byResource }) => byResource[readingsKey(serverId, uri)] ?? NOTHING_READ)
}

export function changeReadings(
  serverId: ServerId,
  uri: string,
  change: (readings: Readings) => Readings
): void {
  const key = readingsKey(serverId, uri)
  useReadings.setState(({ byResource }) => {
    const { [key]: known = NOTHING_READ, ...others } = byResource
    const kept = Object.entries(others).slice(-(KEPT_RESOURCES - 1))
    return { byResource: { ...Object.fromEntries(kept), [key]: change(known) } }
  })
}

export function markStale(stale: readonly StaleContents[]): void {
  useReadings.setState(({ byResource }) => ({ byResource: withStale(byResource, stale) }))
}

/** Only of what was read; what was not has no contents that could be old. */
export function withStale(
  byResource: ReadingsState['byResource'],
  stale: readonly StaleContents[]
): ReadingsState['byResource'] {
  const times = new Map(stale.map(({ serverId, uri, time }) => [keyOf(serverId, uri), time]))
  const marked = Object.entries(byResource).map(([key, readings]) => {
    const [serverId = ''] = fromJson(key) as readonly string[]
    const time = Math.max(times.get(key) ?? 0, times.get(keyOf(serverId)) ?? 0)
    return [key, time > 0 ? { ...readings, staleAt: time } : readings] as const
  })
  return Object.fromEntries(marked)
}

/** The last answer is always kept; among the versions it is only when its contents are new. */
export function withReading(readings: Readings, reading: ResourceReading): Readings {
  const { runningKey: _done, refusal: _old, ...rest } = readings
  const [newest] = readings.versions
  const isNew = hasContents(reading) && newest?.digest !== reading.digest
  return {
    ...rest,
    last: reading,
    versions: isNew ? [reading, ...readings.versions].slice(0, KEPT_VERSIONS) : readings.versions
  }
}

/** The server gave something, and did not only say why it gives nothing. */
export function hasContents({ outcome }: ResourceReading): boolean {
  return outcome.kind === 'result' || outcome.kind === 'held'
}

export function withRefusal(readings: Readings, refusal: string): Readings {
  const { runningKey: _done, ...rest } = readings
  return { ...rest, refusal }
}

export function keepTemplateReading(serverId: ServerId, template: string, uri: string): void {
  const key = readingsKey(serverId, template)
  const reading = { uri, readAt: Date.now() }
  useReadings.setState(({ byTemplate }) => {
    const others = (byTemplate[key] ?? []).filter((known) => known.uri !== uri)
    return {
      byTemplate: { ...byTemplate, [key]: [reading, ...others].slice(0, KEPT_TEMPLATE_READINGS) }
    }
  })
}

const NO_TEMPLATE_READINGS: readonly TemplateReading[] = []

export function useTemplateReadings(
  serverId: ServerId,
  template: string
): readonly TemplateReading[] {
  return useReadings(
    ({ byTemplate }) => byTemplate[readingsKey(serverId, template)] ?? NO_TEMPLATE_READINGS
  )
}
