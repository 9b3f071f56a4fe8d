/** Certificates and keys that a definition names by their file. */
import { dirname, isAbsolute, resolve } from 'node:path'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerDefinition } from '../../shared/servers/server-config'

const FILES = ['ca', 'cert', 'key'] as const

export function isPem(text: string): boolean {
  return text.includes('-----BEGIN ')
}

/**
 * The definition with whole paths: what is relative is relative to the file that the definition stands
 * in. Refuses a relative path where that is not known.
 */
export function withTlsPaths(definition: ServerDefinition, source?: string): ServerDefinition {
  const { access, name } = definition
  const { tls } = access ?? {}
  if (!tls || !FILES.some((field) => tls[field] !== undefined)) return definition
  const paths = FILES.flatMap((field) => {
    const text = tls[field]
    return text === undefined ? [] : [[field, wholePath(text, field, name, source)] as const]
  })
  return { ...definition, access: { ...access, tls: { ...tls, ...Object.fromEntries(paths) } } }
}

function wholePath(text: string, field: string, name: string, source: string | undefined): string {
  if (isPem(text) || isAbsolute(text)) return text
  const refuse = (why: string): WorkbenchError =>
    new WorkbenchError(
      WorkbenchErrorCode.InvalidInput,
      `The server "${name}" cannot be used: "tls.${field}" ${why}.`
    )
  if (text.startsWith('~'))
    throw refuse('begins with ~, which is not expanded: write the whole path')
  if (text.includes('\0')) throw refuse('is not a path')
  if (source === undefined) {
    throw refuse('has to be a whole path, because this definition stands in no file')
  }
  return resolve(dirname(source), text)
}
