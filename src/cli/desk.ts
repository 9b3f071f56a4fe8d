/** The servers that are written down, as the command line reaches them. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { placeIn } from '../core/config/config-file'
import type { Asking } from '../core/config/registry'
import { ServerDesk } from '../core/server-desk'
import type { SecretCipher } from '../core/config/secrets'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { ServerDefinition } from '../shared/server-config'
import { oneLine } from './one-line'
import type { Output } from './output'

export type DeskChoice = {
  readonly profile?: string
  readonly project?: string
  /** Answers to `${input:id}`. */
  readonly inputs: Readonly<Record<string, string>>
}

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

export async function openDesk(
  choice: DeskChoice,
  given: readonly ServerDefinition[],
  version: string,
  onNotice: (message: string) => void
): Promise<ServerDesk> {
  const nothing = (): void => {}
  const desk = new ServerDesk({
    profile: profileOf(choice.profile),
    version,
    given,
    cipher: NO_KEYRING,
    asking: askingNobody(choice),
    isReader: true,
    onLoss: ({ message }) => onNotice(message),
    onServers: nothing,
    onTrust: nothing,
    onSecrets: nothing,
    onTest: nothing,
    onDoctor: nothing
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

/** The one that was named, or the one that the app has too. */
export function profileOf(named: string | undefined): string {
  return resolve(named ?? defaultProfile(process.platform, process.env, homedir()))
}

/** Where the app keeps what is the person's own. */
export function defaultProfile(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'patchbay')
  if (platform === 'win32') {
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'patchbay')
  }
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'patchbay')
}

/** What was not said on the command line is not asked: a script has nobody to answer. */
function askingNobody({ inputs, profile, project }: DeskChoice): Asking {
  const where = [
    ...(project === undefined ? [] : [`--project "${project}"`]),
    ...(profile === undefined ? [] : [`--profile "${profile}"`])
  ]
  return {
    trust: async ([subject]) => {
      const name = subject?.name ?? 'This server'
      throw new WorkbenchError(
        WorkbenchErrorCode.TrustRequired,
        `${name} may not run before you have said that you trust it. To see what it would run, and to trust it: ${['patchbay trust', `"${name}"`, ...where].join(' ')}`
      )
    },
    values: async (_title, fields) => {
      const missing = fields.find(({ id }) => !Object.hasOwn(inputs, id))
      if (missing) {
        throw new WorkbenchError(
          WorkbenchErrorCode.ValueMissing,
          `${missing.askedBy} needs the input ${missing.id}. Give it with --input ${missing.id}=value.`
        )
      }
      const answers = fields.map(({ id }) => [id, { value: inputs[id] ?? '', isRemembered: false }])
      return Object.fromEntries(answers) as Record<string, { value: string; isRemembered: boolean }>
    }
  }
}

function noKeyring(): Promise<never> {
  return Promise.reject(
    new WorkbenchError(WorkbenchErrorCode.Storage, 'The command line has no keyring.')
  )
}
