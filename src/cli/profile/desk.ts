/** The servers that are written down, as the command line reaches them. */
import { join } from 'node:path'
import { NO_AUDIT } from '../../core/audit/auditing'
import { builtInServers } from '../../core/foreign/built-in-servers'
import { placeIn } from '../../core/server-file/config-file'
import { takeAnswer } from '../../core/question/take-answer'
import { windowHandlers, type Presenter } from '../../core/question/window-handlers'
import { ServerDesk } from '../../core/desk/server-desk'
import type { SecretCipher } from '../../core/secrets/secrets'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { InputField } from '../../shared/question/prompt'
import type { AnswerOf } from '../../shared/question/records'
import { isPossible } from '../../shared/question/values-kind'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { Host } from './host'
import { oneLine } from '../output/one-line'
import type { Output } from '../output/output'
import { profileOf } from './profile-place'

export type DeskChoice = {
  readonly profile?: string
  readonly project?: string
  /** Answers to `${input:id}`. */
  readonly inputs: Readonly<Record<string, string>>
}

type GivenValue = AnswerOf<'values'>['values'][string]

const SECRET_PREFIX = 'PATCHBAY_SECRET_'

/** The keyring belongs to the app, so here secrets come from variables of their own. */
const NO_KEYRING: SecretCipher = {
  prepare: async () => undefined,
  storage: () => 'memory',
  backend: () => 'none',
  explanation: () =>
    `The command line takes secrets from variables: ${SECRET_PREFIX}NAME for the secret NAME.`,
  encrypt: noKeyring,
  decrypt: noKeyring
}

/** With the servers that come with us. */
export function deskOf(choice: DeskChoice, host: Host): Promise<ServerDesk> {
  const { profile, projectFolder, output } = host
  const wanted = { ...(profile !== undefined && { profile }), ...choice }
  const given = builtInServers(join(projectFolder, 'resources'))
  return openDesk(wanted, given, (message) => output.remark(message))
}

export async function openDesk(
  choice: DeskChoice,
  given: readonly ServerDefinition[],
  onNotice: (message: string) => void
): Promise<ServerDesk> {
  const desk = new ServerDesk({
    profile: profileOf(choice.profile),
    given,
    cipher: NO_KEYRING,
    asking: windowHandlers({
      presenter: commandLine(choice),
      explanation: () => NO_KEYRING.explanation(),
      audit: NO_AUDIT
    }),
    isReader: true,
    onLoss: ({ message }) => onNotice(message)
  })
  for (const [variable, value] of Object.entries(process.env)) {
    if (!variable.startsWith(SECRET_PREFIX) || value === undefined) continue
    await desk.setSecret(variable.slice(SECRET_PREFIX.length), value)
  }
  if (choice.project !== undefined) desk.scopes.openProject(choice.project)
  return desk
}

/** Says of each file with servers that cannot be read where it is broken, and why. */
export function tellBrokenFiles(desk: ServerDesk, output: Pick<Output, 'remark'>): boolean {
  const broken = desk.scopes.states().flatMap(({ path, fault }) => (fault ? [{ path, fault }] : []))
  for (const { path, fault } of broken) {
    output.remark(oneLine(`${placeIn(path, fault)}: ${fault.message}`))
  }
  return broken.length > 0
}

/** Answers with what the command said. Nobody is asked for the rest: a script has nobody to answer. */
function commandLine({ inputs, profile, project }: DeskChoice): Presenter {
  const where = [
    ...(project === undefined ? [] : [`--project "${project}"`]),
    ...(profile === undefined ? [] : [`--profile "${profile}"`])
  ]
  return {
    ask: async (ask) => {
      if (ask.kind === 'values') {
        const given = ask.fields.map((field) => [field.id, givenFor(field, inputs)])
        const values = Object.fromEntries(given) as AnswerOf<'values'>['values']
        return takeAnswer(ask, { kind: 'values', values })
      }
      if (ask.kind !== 'trust') return { kind: 'dismissed' }
      const name = ask.subjects[0]?.name ?? 'This server'
      throw new WorkbenchError(
        WorkbenchErrorCode.TrustRequired,
        `${name} may not run before you have said that you trust it. To see what it would run, and to trust it: ${['patchbay trust', `"${name}"`, ...where].join(' ')}`
      )
    }
  }
}

function givenFor(field: InputField, inputs: DeskChoice['inputs']): GivenValue {
  const { id, askedBy, options } = field
  const value = Object.hasOwn(inputs, id) ? inputs[id] : undefined
  if (value !== undefined && isPossible(field, value)) return { value, isRemembered: false }
  const message =
    value === undefined
      ? `${askedBy} needs the input ${id}. Give it with --input ${id}=value.`
      : `${askedBy} cannot use ${JSON.stringify(value)} as the input ${id}. Give ${options ? `one of these: ${options.join(', ')}` : 'a value that is not empty'}.`
  throw new WorkbenchError(WorkbenchErrorCode.ValueMissing, oneLine(message))
}

function noKeyring(): Promise<never> {
  return Promise.reject(
    new WorkbenchError(WorkbenchErrorCode.Storage, 'The command line has no keyring.')
  )
}
