import type { ServerId } from '../../shared/protocol/ids'
/** A desk on a profile of its own, and a person who answers as the test says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { DoctorReport, TestReport } from '../../shared/servers/configuration'
import type { InputField, TrustSubject } from '../../shared/question/prompt'
import type { TrustDecision } from '../../shared/question/trust-kind'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { Examinations } from './examinations'
import { ServerDesk, type DeskOptions } from './server-desk'
import type { SecretCipher } from '../secrets/secrets'
import { PLAIN_NETWORKS } from '../network/networks'

/** Keeps nothing, as on a desktop without a keyring. */
export const MEMORY_CIPHER: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'memory',
  backend: () => 'basic_text',
  explanation: () => 'Secrets are kept for this run only.',
  encrypt: () => Promise.reject(new Error('there is no keyring')),
  decrypt: () => Promise.reject(new Error('there is no keyring'))
}

export type Person = {
  /** What they say about each server that they are asked about. */
  decision: TrustDecision
  /** What they type into each field; undefined closes the window. */
  value: ((field: InputField) => string) | undefined
  isRemembering: boolean
  readonly asked: (readonly TrustSubject[])[]
  readonly fields: InputField[]
}

export type TestDesk = {
  readonly desk: ServerDesk
  readonly examinations: Examinations
  readonly person: Person
  readonly profile: string
  readonly project: string
  readonly tests: TestReport[]
  readonly doctors: DoctorReport[]
  /** How often the list of servers was said to have changed. */
  readonly changes: () => number
}

const folders: string[] = []
const opened: Pick<TestDesk, 'desk' | 'examinations'>[] = []

afterEach(async () => {
  for (const { desk, examinations } of opened.splice(0)) {
    desk.stop()
    await examinations.stopAll()
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-desk-'))
  folders.push(folder)
  return folder
}

type Start = {
  readonly user?: string | object
  readonly project?: string | object
  readonly given?: readonly ServerDefinition[]
  /** An earlier profile, as after a restart. */
  readonly profile?: string
  /** The name of the secret that a model needs. */
  readonly modelKey?: string
  /** Whether the person agrees to what is shown. */
  readonly confirm?: DeskOptions['confirm']
}

export function openTestDesk(start: Start = {}): TestDesk {
  const profile = start.profile ?? temporaryFolder()
  const project = temporaryFolder()
  mkdirSync(profile, { recursive: true })
  if (start.user !== undefined) writeServers(join(profile, 'mcp.json'), start.user)
  if (start.project !== undefined) writeServers(join(project, '.mcp.json'), start.project)
  const person: Person = {
    decision: 'trust',
    value: undefined,
    isRemembering: false,
    asked: [],
    fields: []
  }
  const tests: TestReport[] = []
  const doctors: DoctorReport[] = []
  let changes = 0
  const desk = new ServerDesk({
    profile,
    given: start.given ?? [],
    cipher: MEMORY_CIPHER,
    modelKey: () => start.modelKey ?? '',
    ...(start.confirm && { confirm: start.confirm }),
    asking: {
      trust: async (subjects, decide) => {
        person.asked.push(subjects)
        const { decision } = person
        if (decision !== 'later') for (const { hash } of subjects) decide(hash, decision)
        return Object.fromEntries(subjects.map(({ hash }) => [hash, person.decision]))
      },
      values: async (_title, fields) => {
        person.fields.push(...fields)
        const { value, isRemembering } = person
        if (!value) return undefined
        return Object.fromEntries(
          fields.map((field) => [field.id, { value: value(field), isRemembered: isRemembering }])
        )
      }
    }
  })
  desk.serverNews.hear(() => void changes++)
  const examinations = new Examinations({
    networks: PLAIN_NETWORKS,
    registry: desk.registry,
    version: '0.0.0',
    onTest: (report) => void tests.push(report),
    onDoctor: (report) => void doctors.push(report)
  })
  opened.push({ desk, examinations })
  return { desk, examinations, person, profile, project, tests, doctors, changes: () => changes }
}

/** Text as it is, or servers as the file would have them. */
export function writeServers(path: string, servers: string | object): void {
  const text =
    typeof servers === 'string' ? servers : JSON.stringify({ mcpServers: servers }, null, 2)
  writeFileSync(path, text)
}

export function idOf({ desk }: ReturnType<typeof openTestDesk>, name: string): ServerId {
  const found = desk.scopes.servers().find((server) => server.name === name)
  if (!found) throw new Error(`no server ${name}`)
  return found.id
}
