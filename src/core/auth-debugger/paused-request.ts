/** A request that waits for a person, as they may see it, and as they want it sent. */
import type {
  FieldEdit,
  FieldPlace,
  PausedRequest,
  RequestField
} from '../../shared/sign-in/auth-debug'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { AuthRequest } from '../auth/auth-client'
import { isSecretField } from '../auth/veil'
import { HIDDEN, isSecretHeader } from '../address/shown-address'
import type { ServerRequests } from './server-requests'

/** Sent as HTTP needs them, whatever a person writes. */
const FIXED_HEADERS: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding'])
const FORM = 'application/x-www-form-urlencoded'

const NO_NAMES: ReadonlySet<string> = new Set()

/** `secretHeaders` are names, in lower case, of headers that hold what the definition keeps. */
export function fieldsOf(request: AuthRequest, secretHeaders = NO_NAMES): readonly RequestField[] {
  const { url, headers, body } = request
  return [
    { place: 'path', name: 'path', value: url.pathname, isSecret: false },
    ...[...url.searchParams].map(([name, value]) => field('query', name, value)),
    ...Object.entries(headers).map(([name, value]) =>
      field('header', name, value, isSecretHeader(name) || secretHeaders.has(name))
    ),
    ...bodyFields(body, headers)
  ]
}

export function pausedRequest(
  id: number,
  kind: PausedRequest['kind'],
  request: AuthRequest,
  own: Pick<ServerRequests, 'secretNames' | 'isSigned' | 'isFor'>
): PausedRequest {
  const { method, url } = request
  const isSigned = own.isSigned && kind === 'request' && own.isFor(request)
  return {
    id,
    kind,
    method,
    origin: url.origin,
    fields: fieldsOf(request, own.secretNames),
    ...(isSigned && { isSigned })
  }
}

/** Refuses what cannot be sent. The origin stays: what is secret in a request is meant for it alone. */
export function editedRequest(request: AuthRequest, edits: readonly FieldEdit[]): AuthRequest {
  return edits.reduce(withEdit, request)
}

function withEdit(request: AuthRequest, { place, name, value }: FieldEdit): AuthRequest {
  switch (place) {
    case 'path': {
      const url = new URL(request.url)
      url.pathname = value ?? '/'
      return { ...request, url }
    }
    case 'query': {
      const url = new URL(request.url)
      setOrDelete(url.searchParams, name, value)
      return { ...request, url }
    }
    case 'header':
      return { ...request, headers: withHeader(request.headers, name, value) }
    case 'form': {
      const form = new URLSearchParams(request.body ?? '')
      setOrDelete(form, name, value)
      return { ...request, body: form.toString() }
    }
    case 'body':
      return { ...request, body: value ?? '' }
  }
}

function setOrDelete(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) params.delete(name)
  else params.set(name, value)
}

function withHeader(
  headers: AuthRequest['headers'],
  name: string,
  value: string | undefined
): AuthRequest['headers'] {
  const small = name.toLowerCase()
  if (FIXED_HEADERS.has(small)) throw refused(`Patchbay sets the header ${small} itself.`)
  const { [small]: _before, ...others } = headers
  if (value === undefined) return others
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(small) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw refused(`The header ${small} has characters that HTTP does not allow.`)
  }
  return { ...others, [small]: value }
}

function refused(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

function field(
  place: FieldPlace,
  name: string,
  value: string,
  isSecret = isSecretField(name)
): RequestField {
  return { place, name, value: isSecret ? HIDDEN : value, isSecret }
}

function bodyFields(
  body: string | undefined,
  headers: AuthRequest['headers']
): readonly RequestField[] {
  if (body === undefined) return []
  if (headers['content-type']?.startsWith(FORM) === true) {
    return [...new URLSearchParams(body)].map(([name, value]) => field('form', name, value))
  }
  return [{ place: 'body', name: 'body', value: body, isSecret: false }]
}
