/** One import at a time: what was found, against what is there, and the taking over of what is ticked. */
import { basename, isAbsolute } from 'node:path'
import type { ConfigFormat, ImportReport } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { WritableScope } from '../../shared/servers/server-config'
import { readConfigText } from '../server-file/config-file'
import type { Editing } from './editing'
import { readForeign, type Found } from '../foreign/foreign'
import { importPlaces } from '../foreign/import-places'
import { ImportReview, withSecrets } from '../foreign/import-review'
import type { Scopes, WriteTarget } from '../server-file/scopes'
import type { SecretStore } from '../secrets/secrets'

export type ImportingOptions = {
  readonly scopes: Scopes
  readonly editing: Editing
  readonly secrets: SecretStore
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly setSecret: (name: string, value: string) => Promise<void>
}

type Source = ConstructorParameters<typeof ImportReview>[0][number]

export class Importing {
  private review: ImportReview | undefined

  constructor(private readonly options: ImportingOptions) {}

  /** Looks where other programs keep their servers. Reads files, and nothing else. */
  scan(scope: WritableScope): ImportReport {
    const { scopes, home, environment: env, platform } = this.options
    const projectFolder = scopes.project?.folder
    const places = importPlaces({
      platform,
      home,
      env,
      ...(projectFolder !== undefined && { projectFolder })
    })
    const absent: { title: string; path: string }[] = []
    const files = places.flatMap(({ format, title, path }): Source[] => {
      const text = readConfigText(path)
      if (text !== undefined) {
        const found = 'fault' in text ? text : this.understand(text.text, format)
        return [{ title, origin: format, path, found }]
      }
      absent.push({ title, path })
      return []
    })
    return this.start(scope, files, absent)
  }

  readText(scope: WritableScope, text: string): ImportReport {
    const found = this.understand(text)
    return this.start(scope, [{ title: 'What you pasted', origin: 'text', found }])
  }

  readFile(scope: WritableScope, path: string): ImportReport {
    const text = readConfigText(path) ?? { fault: { message: `There is no file ${path}.` } }
    const found = 'fault' in text ? text : this.understand(text.text)
    return this.start(scope, [{ title: basename(path), origin: 'file', path, found }])
  }

  /** Writes what is wanted, all of it or nothing. Starts nothing. */
  async apply(
    scope: WritableScope,
    wanted: readonly { readonly key: string; readonly name: string }[],
    hasSecrets: boolean
  ): Promise<readonly ServerId[]> {
    const { editing, scopes, secrets, setSecret } = this.options
    const taken = wanted.map(({ key, name }) => {
      const found = this.review?.take(key)
      if (found) return { ...found, name }
      throw new WorkbenchError(
        WorkbenchErrorCode.NotFound,
        `What was found as ${name} is no longer there. Look again.`
      )
    })
    const names = new Set(secrets.list().map(({ name }) => name))
    const entries = taken.map(({ name, text, inputs, folder }) => {
      const moved = hasSecrets ? withSecrets(text, name, names) : { text, secrets: [] }
      for (const secret of moved.secrets) names.add(secret.name)
      return { name, inputs, folder, ...moved }
    })
    const targets = [...Map.groupBy(entries, ({ folder }) => folder)].map(([folder, those]) => {
      const target: WriteTarget = folder === undefined ? scope : { localTo: folder }
      return { target, those }
    })
    for (const { target, those } of targets) editing.refuseAll(target, those)
    for (const secret of entries.flatMap((entry) => entry.secrets)) {
      await setSecret(secret.name, secret.value)
    }
    for (const { target, those } of targets) editing.addAll(target, those)
    return targets.flatMap(({ target, those }) =>
      those.map(({ name }) => scopes.idOf(target, name))
    )
  }

  private start(
    scope: WritableScope,
    files: readonly Source[],
    absent: ImportReport['absent'] = []
  ): ImportReport {
    this.review = new ImportReview(files, this.entriesOf(scope), (folder) => {
      if (!isAbsolute(folder)) return undefined
      try {
        return this.entriesOf({ localTo: folder })
      } catch {
        return undefined // the folder is gone, or its file cannot be read
      }
    })
    return this.review.report(absent)
  }

  private entriesOf(target: WriteTarget): ReadonlyMap<string, string> {
    const { servers } = this.options.scopes.document(target)
    return new Map(servers.map(({ name, text }) => [name, text]))
  }

  private understand(text: string, format?: ConfigFormat): Found {
    const { scopes, home } = this.options
    const projectFolder = scopes.project?.folder
    return readForeign(text, format, {
      home,
      ...(projectFolder !== undefined && { projectFolder })
    })
  }
}
