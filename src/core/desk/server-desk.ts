/** All that belongs to servers as things that are written down, trusted and filled in, in one place. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type {
  ConfigDescription,
  ConfigFormat,
  ExportedText,
  SecretsDescription,
  Undo
} from '../../shared/servers/configuration'
import { isDismissal, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { JsonObject } from '../../shared/json/json'
import type { ConfirmSubject } from '../../shared/question/prompt'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { Redactor } from '../redaction/redaction'
import { systemClock } from '../time/clock'
import { Editing } from '../servers/editing'
import { entrySchema } from '../server-file/entry'
import { shownText } from '../hiding/hiding'
import type { Importing } from '../servers/importing'
import { RecentProjects } from '../server-file/projects'
import { ServerRegistry, type Asking } from '../servers/registry'
import { Scopes } from '../server-file/scopes'
import { refuseSecretName, SecretStore, type SecretCipher } from '../secrets/secrets'
import type { Loss } from '../disk/state-file'
import { TrustStore } from '../trust/trust-store'
import { describeSecrets } from '../servers/used-secrets'
import type { Networks } from '../network/networks'
import { News } from '../values/news'

export type DeskOptions = {
  readonly profile: string
  readonly given: readonly ServerDefinition[]
  readonly cipher: SecretCipher
  readonly asking?: Asking
  /** Shows something in a window of main's, and resolves with whether the person agreed to it. */
  readonly confirm?: (subject: ConfirmSubject) => Promise<boolean>
  /** Knows what must not be shown; one of its own when there is none. */
  readonly redactor?: Redactor
  /** A file of the profile, or a part of it, cannot be understood. */
  readonly onLoss?: (loss: Loss) => void
  /** Files that cannot be understood are left where they are until something is written there. */
  readonly isReader?: boolean
  /** The name of the secret that a model needs; empty when there is none. */
  readonly modelKey?: () => string
}

export type WantedExport = {
  readonly format: ConfigFormat
  readonly serverIds: readonly ServerId[]
  /** Values that may be secret, too. */
  readonly hasValues?: boolean
}

export class ServerDesk {
  /** Which servers there are, or what was decided about them, is another now. */
  readonly serverNews = new News()
  readonly trustNews = new News()
  readonly secretNews = new News()
  readonly redactor: Redactor
  readonly scopes: Scopes
  readonly registry: ServerRegistry
  readonly editing: Editing
  private readonly secrets: SecretStore
  private readonly recent: RecentProjects
  private loadedImporting?: Promise<Importing>

  constructor(private readonly options: DeskOptions) {
    const { profile, given, cipher, asking, onLoss, isReader } = options
    const inProfile = (name: string): string => join(profile, name)
    const environment = process.env
    const home = homedir()
    const fileOptions = { clock: systemClock, onLoss, isReader }
    this.redactor = options.redactor ?? new Redactor()
    this.secrets = new SecretStore(inProfile('secrets.json'), cipher, systemClock, fileOptions)
    this.recent = new RecentProjects(inProfile('projects.json'), fileOptions)
    this.scopes = new Scopes({
      profile,
      home,
      clock: systemClock,
      file: fileOptions,
      onChange: () => this.serverNews.tell()
    })
    this.registry = new ServerRegistry({
      scopes: this.scopes,
      trust: new TrustStore(inProfile('trust.json'), systemClock, fileOptions),
      secrets: this.secrets,
      redactor: this.redactor,
      given,
      environment,
      ...(asking && { asking }),
      onTrust: () => this.trustChanged(),
      onSecrets: () => this.secretNews.tell()
    })
    this.editing = new Editing(this.scopes, this.redactor)
  }

  describe(): ConfigDescription {
    const { project } = this.scopes
    return {
      files: this.scopes.states(),
      ...(project && { project }),
      recentProjects: this.recent.list(),
      changes: this.scopes.changes()
    }
  }

  /** Loaded when it is first wanted: a window is on the screen before anybody imports. */
  importing(): Promise<Importing> {
    this.loadedImporting ??= import('../servers/importing').then(
      ({ Importing }) =>
        new Importing({
          scopes: this.scopes,
          editing: this.editing,
          secrets: this.secrets,
          home: homedir(),
          environment: process.env,
          platform: process.platform,
          setSecret: (name, value) => this.setSecret(name, value)
        })
    )
    return this.loadedImporting
  }

  schema(): JsonObject {
    return entrySchema()
  }

  async askAbout(ids: readonly ServerId[]): Promise<void> {
    try {
      await this.registry.askAbout(ids)
    } catch (error) {
      // Whoever reviews a server and leaves it as it is has not failed.
      if (!isDismissal(error)) throw error
    }
  }

  /** Rejects with a dismissal when the person does not agree. */
  async confirm(subject: ConfirmSubject): Promise<void> {
    if (await this.options.confirm?.(subject)) return
    throw new WorkbenchError(WorkbenchErrorCode.Dismissed, 'You did not agree.')
  }

  /** Shows the certificate of a server, and writes down that you trust it if you do. */
  async trustCertificate(id: ServerId, networks: Networks): Promise<Undo> {
    if (!this.scopes.servers().some((server) => server.id === id)) {
      const message =
        'Patchbay writes the certificate that you trust into the definition of the server, and this server is in none of your files. Add it to your servers first.'
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    const definition = await this.registry.resolve(id)
    const { lookAtCertificate } = await import('../network/certificate-trust')
    const { fingerprint, subject } = await lookAtCertificate(definition, networks)
    await this.confirm(subject)
    this.registry.expectCurrent(definition)
    return this.registry.changeTrusted(id, () => this.editing.pin(id, fingerprint))
  }

  /** Whether you have opened this folder before, so that a window may name it. */
  isRecentProject(folder: string): boolean {
    return this.recent.list().some((project) => project.folder === folder)
  }

  openProject(folder: string): void {
    const project = this.scopes.openProject(folder)
    this.recent.opened(project.folder)
    this.serverNews.tell()
  }

  /** The folder that was open when we last ran, unless it is gone. */
  openLastProject(): void {
    const { last } = this.recent
    if (last === undefined) return
    try {
      this.scopes.openProject(last)
    } catch {
      this.recent.closed() // nobody asked for it now, so nobody waits for an answer
    }
  }

  closeProject(): void {
    this.recent.closed()
    this.scopes.closeProject()
  }

  forgetProject(folder: string): void {
    this.recent.forget(folder)
    this.serverNews.tell()
  }

  /** The same as `exported`, for the eyes of whoever looks at the window. */
  async shownExport(wanted: WantedExport): Promise<ExportedText> {
    const whole = await this.exported(wanted)
    return { ...whole, text: shownText(whole.text) }
  }

  async exported(wanted: WantedExport): Promise<ExportedText> {
    const { exportServers } = await import('../foreign/export')
    const { format, serverIds, hasValues = false } = wanted
    const listed = serverIds.map((id) => this.scopes.find(id))
    const servers = listed.map(({ name, written }) => ({ name, value: written.value }))
    const inputs = [...new Set(listed.map(({ scope }) => scope))].flatMap((scope) =>
      this.scopes.document(scope).declaredInputs()
    )
    return exportServers(format, servers, { hasValues, inputs })
  }

  async describeSecrets(): Promise<SecretsDescription> {
    await this.options.cipher.prepare()
    const modelKey = this.options.modelKey?.() ?? ''
    return describeSecrets(this.secrets, this.options.cipher, this.scopes, modelKey)
  }

  /**
   * Why secrets that are there are not safe. Who has none has no need of a safe place, and nobody is
   * asked to unlock one for this.
   */
  secretFault(): string | undefined {
    const secrets = this.secrets.list()
    if (secrets.length === 0 || this.options.cipher.storage() === 'system') return undefined
    const kept = secrets.filter(({ isKept }) => isKept)
    const named = (some: typeof secrets): string =>
      some.length === 1 ? `The secret ${some[0]?.name}` : `${some.length} secrets`
    return kept.length > 0
      ? `${named(kept)} cannot be read, because the keyring of your system is not available.`
      : `${named(secrets)} will be gone when Patchbay ends, because there is no keyring to keep secrets in.`
  }

  async askForSecret(name: string): Promise<void> {
    const { asking } = this.options
    refuseSecretName(name) // before anybody types a value that could not be kept
    const field = { id: name, label: name, isSecret: true, askedBy: 'you', canRemember: false }
    const answers = await asking?.values(`The secret ${name}`, [field])
    const answer = answers?.[name]
    if (!answer) {
      throw new WorkbenchError(WorkbenchErrorCode.Dismissed, `The secret ${name} was not set.`)
    }
    await this.setSecret(name, answer.value)
  }

  async setSecret(name: string, value: string): Promise<void> {
    await this.secrets.set(name, value)
    this.redactor.add([value])
    this.secretNews.tell()
  }

  /** For use in main alone: wherever else it turns up it is hidden from now on. */
  async readSecret(name: string): Promise<string | undefined> {
    await this.options.cipher.prepare()
    const value = await this.secrets.get(name)
    if (value !== undefined) this.redactor.add([value])
    return value
  }

  async removeSecret(name: string): Promise<Undo> {
    const putBack = await this.secrets.remove(name)
    this.secretNews.tell()
    return this.editing.remember(`The secret ${name} was deleted.`, async () => {
      await putBack()
      this.secretNews.tell()
    })
  }

  stop(): void {
    this.scopes.stop()
  }

  private trustChanged(): void {
    this.trustNews.tell()
    this.serverNews.tell()
  }
}
