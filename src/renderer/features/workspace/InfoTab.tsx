import type { ReactNode } from 'react'
import type { Catalogue } from '../../../shared/catalogue'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import { count, milliseconds, shortTimeOfDay } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { describeEra, describeState } from '../servers/session-words'
import { describeStanding } from '../servers/standing-words'
import { Warnings } from './DefinitionView'
import styles from './workspace.module.css'

type Ready = Extract<SessionState, { phase: 'ready' }>
type Fact = readonly [term: string, value: ReactNode]

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  readonly catalogue: Catalogue
}

export function InfoTab({ server, state, catalogue }: Props) {
  const isReady = state.phase === 'ready'
  return (
    <div className={styles['info']} role="region" aria-label="Info" tabIndex={0}>
      {isReady && state.era !== 'bare' && (
        <Facts title="The server says" facts={claimedFacts(state)} />
      )}
      <Facts title="The session" facts={isReady ? sessionFacts(state) : stateFacts(state)} />
      <Facts title="The catalogue" facts={catalogueFacts(catalogue)} />
      <Facts title="The definition" facts={definitionFacts(server)} />
    </div>
  )
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <section>
      <h2 className={styles['infoTitle']}>{title}</h2>
      <dl className={styles['facts2']}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function claimedFacts({ server, capabilities, instructions }: Ready): readonly Fact[] {
  return [
    ['Name', <ServerText key="name">{server.title ?? server.name}</ServerText>],
    ['Identifies as', <ServerText key="id">{`${server.name} ${server.version}`}</ServerText>],
    [
      'Capabilities',
      <ServerText key="can">{Object.keys(capabilities).join(', ') || 'none'}</ServerText>
    ],
    ['Instructions', <ServerText key="say">{instructions ?? 'none'}</ServerText>]
  ]
}

function stateFacts(state: SessionState): readonly Fact[] {
  return [['State', describeState(state).word]]
}

function sessionFacts(state: Ready): readonly Fact[] {
  const { era, protocolVersion, since, handshakeMs, pid } = state
  return [
    era === 'bare'
      ? ['Era', <Finding key="era" {...describeEra(era)} />]
      : ['Protocol', <Protocol key="era" version={protocolVersion} {...describeEra(era)} />],
    ['Opened', shortTimeOfDay(since)],
    ['Opening took', milliseconds(handshakeMs)],
    ...(pid === undefined ? [] : [['Process', pid] as const])
  ]
}

type EraWords = { readonly word: string; readonly meaning: string }

function Protocol({ version, word, meaning }: EraWords & { readonly version: string }) {
  return (
    <>
      <ServerText>{version}</ServerText> {word}
      <p className={styles['meaning']}>{meaning}</p>
    </>
  )
}

function Finding({ word, meaning }: EraWords) {
  return (
    <>
      <span className={styles['found']}>{word}</span>
      <p className={styles['meaning']}>Patchbay finds: {meaning}</p>
    </>
  )
}

function catalogueFacts(catalogue: Catalogue): readonly Fact[] {
  const { tools, resources, resourceTemplates, prompts } = catalogue
  return [
    ['Tools', <Names key="tools" names={tools.map(({ name }) => name)} />],
    ['Resources', <Names key="resources" names={resources.map(({ uri }) => uri)} />],
    [
      'Templates',
      <Names key="templates" names={resourceTemplates.map(({ uriTemplate }) => uriTemplate)} />
    ],
    ['Prompts', <Names key="prompts" names={prompts.map(({ name }) => name)} />]
  ]
}

const SHOWN_NAMES = 200
const SHOWN_CHARS = 200

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return 'none'
  const rest = names.length - SHOWN_NAMES
  return (
    <>
      {names.length.toLocaleString('en-GB')}
      <ul className={styles['names']}>
        {names.slice(0, SHOWN_NAMES).map((name, index) => (
          <li key={index}>
            <ServerText>{name.slice(0, SHOWN_CHARS)}</ServerText>
          </li>
        ))}
        {rest > 0 && <li>and {count(rest, 'more', 'more')}</li>}
      </ul>
    </>
  )
}

function definitionFacts(server: ServerSummary): readonly Fact[] {
  return [
    ...(server.description === undefined
      ? []
      : [
          ['Description', <ServerText key="description">{server.description}</ServerText>] as const
        ]),
    ['Scope', server.scope],
    ...(server.source === undefined ? [] : [code('Written in', server.source)]),
    ['Standing', standingWord(server)],
    ['Transport', server.transport],
    ...wayTo(server),
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

function wayTo(server: ServerSummary): readonly Fact[] {
  if (server.transport === 'unknown') return []
  if (server.transport !== 'stdio') {
    return [code('Address', server.url), ['Headers', server.headerNames.join(', ') || 'none']]
  }
  return [
    code('Command', server.command),
    [
      'Arguments',
      <ol key="arguments">
        {server.args.map((argument, index) => (
          <li key={index}>
            <code>
              <ServerText>{argument}</ServerText>
            </code>
          </li>
        ))}
      </ol>
    ],
    ['Variables', server.envNames.join(', ') || 'none'],
    ...(server.envFile === undefined ? [] : [code('Env file', server.envFile)]),
    ...(server.cwd === undefined ? [] : [code('Folder', server.cwd)])
  ]
}

function code(term: string, value: string): Fact {
  return [
    term,
    <code key={term}>
      <ServerText>{value}</ServerText>
    </code>
  ]
}
