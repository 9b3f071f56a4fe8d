import type { ReactNode } from 'react'
import type { SessionState } from '../../../shared/servers/session-state'
import { ServerText } from '../../ui/text/ServerText'
import {
  extensionsOf,
  ownCapabilities,
  serverCapabilities,
  type Declared,
  type Extension
} from './capability-words'
import styles from './info.module.css'

type Ready = Extract<SessionState, { phase: 'ready' }>

/** What each side told the other that it can do. */
export function Capabilities({ state }: { readonly state: Ready }) {
  const { era, capabilities, clientCapabilities } = state
  const extensions = extensionsOf(capabilities, clientCapabilities)
  return (
    <section>
      <h2 className={styles['title']}>Capabilities</h2>
      <div className={styles['sides']}>
        {era === 'bare' ? (
          <Side title="Declared by the server">
            <p className={styles['meaning']}>
              None: it took part in no handshake. That says nothing about what it can do.
            </p>
          </Side>
        ) : (
          <Side title="Declared by the server">
            <DeclaredList declared={serverCapabilities(capabilities)} />
          </Side>
        )}
        <Side title="Declared by Patchbay">
          {era === 'bare' ? (
            <p className={styles['meaning']}>None: there was nobody to tell.</p>
          ) : (
            <DeclaredList declared={ownCapabilities(clientCapabilities)} />
          )}
        </Side>
      </div>
      <Extensions extensions={extensions} />
    </section>
  )
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className={styles['side']}>{title}</h3>
      {children}
    </div>
  )
}

function DeclaredList({ declared: { capabilities, missing } }: { readonly declared: Declared }) {
  return (
    <>
      <dl className={styles['capabilities']}>
        {capabilities.map(({ name, words, isUnknown = false }, index) => (
          <div key={index}>
            <dt>
              <code>
                <ServerText>{name}</ServerText>
              </code>
            </dt>
            <dd data-unknown={isUnknown}>
              <ServerText>{words}</ServerText>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className={styles['meaning']}>
          {capabilities.length === 0 && 'Nothing. '}Not declared: {missing.join(', ')}.
        </p>
      )}
    </>
  )
}

const EXTENSION_WORDS: Readonly<Record<Extension['by'], string>> = {
  both: 'in use: both sides declared it',
  server: 'not in use: only the server declared it',
  patchbay: 'not in use: only Patchbay declared it'
}

function Extensions({ extensions }: { readonly extensions: readonly Extension[] }) {
  if (extensions.length === 0) return <p className={styles['meaning']}>No extensions.</p>
  return (
    <dl className={styles['capabilities']} aria-label="Extensions">
      {extensions.map(({ name, by }) => (
        <div key={name}>
          <dt>
            <code>
              <ServerText>{name}</ServerText>
            </code>
          </dt>
          <dd>{EXTENSION_WORDS[by]}</dd>
        </div>
      ))}
    </dl>
  )
}
