import type { CredentialKind, ServerSummary } from '../../../shared/servers/server-config'
import { ServerText } from '../../ui/text/ServerText'
import { describeStanding } from '../server/standing-words'
import { Warnings } from '../server/Warnings'
import { codeFact, type Fact } from './Facts'

/** How the server is started or reached, as it is written down, without what may be secret. */
export function definitionFacts(server: ServerSummary): readonly Fact[] {
  return [
    ...(server.description === undefined
      ? []
      : [
          ['Description', <ServerText key="description">{server.description}</ServerText>] as const
        ]),
    ['Scope', server.scope],
    ...(server.source === undefined ? [] : [codeFact('Written in', server.source)]),
    ['Standing', standingWord(server)],
    ['Transport', server.transport],
    ...wayTo(server),
    ...credentialFacts(server),
    [
      'Worth knowing',
      server.warnings.length === 0 ? 'nothing' : <Warnings warnings={server.warnings} key="warn" />
    ]
  ]
}

function standingWord({ standing, isStale }: ServerSummary): string {
  if (isStale === true) return 'changed since it was opened'
  return standing.kind === 'usable' ? 'can be opened' : describeStanding(standing).word
}

function credentialFacts({ credentials }: ServerSummary): readonly Fact[] {
  if (!credentials) return []
  const words = credentials.map(credentialWords).join(', ')
  return [['Credentials', <ServerText key="credentials">{words}</ServerText>]]
}

const GRANT_WORDS: Readonly<Record<Extract<CredentialKind, { kind: 'grant' }>['grant'], string>> = {
  'client-credentials': 'Its own client id and secret or key (client credentials)',
  enterprise: 'The sign-in of your company (ID-JAG)',
  workload: 'The token of the platform (workload identity)'
}

export function credentialWords(credential: CredentialKind): string {
  switch (credential.kind) {
    case 'token':
      return credential.place === 'header' ? 'Token in a header' : 'Token in initialize'
    case 'key':
      return `API key in header ${credential.header}`
    case 'grant':
      return GRANT_WORDS[credential.grant]
    case 'signature':
      return `Requests are signed (${credential.header})`
  }
}

function wayTo(server: ServerSummary): readonly Fact[] {
  if (server.transport === 'unknown') return []
  if (server.transport !== 'stdio') {
    return [
      codeFact('Address', server.url),
      ['Headers', <Names key="headers" names={server.headerNames} />]
    ]
  }
  return [
    codeFact('Command', server.command),
    ['Arguments', <Arguments key="arguments" values={server.args} />],
    ['Variables', <Names key="variables" names={server.envNames} />],
    ...(server.envFile === undefined ? [] : [codeFact('Env file', server.envFile)]),
    ...(server.cwd === undefined ? [] : [codeFact('Folder', server.cwd)])
  ]
}

/** Names that a project file can write are no more to be trusted than what a server says. */
function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return 'none'
  return <ServerText>{names.join(', ')}</ServerText>
}

function Arguments({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return 'none'
  return (
    <ol>
      {values.map((value, index) => (
        <li key={index}>
          <code>
            <ServerText>{value}</ServerText>
          </code>
        </li>
      ))}
    </ol>
  )
}
