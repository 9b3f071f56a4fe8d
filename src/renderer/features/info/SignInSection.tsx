import { useState } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SignInFacts } from '../../../shared/sign-in/sign-in'
import { request } from '../../bridge/bridge'
import { notify, tell } from '../../stores/window/notices'
import { useSignIn } from '../../stores/servers/sign-ins'
import { Button } from '../../ui/controls/Button'
import { dayOf } from '../../ui/time/day'
import { count, shortTimeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { useSecondsLeft } from '../../ui/time/use-seconds-left'
import { clearSignIn, signOut } from '../server/sign-in-actions'
import { clientWords, keptWords, leftWords } from '../server/sign-in-words'
import { codeFact, Facts, type Fact } from './Facts'
import styles from './info.module.css'

/** Who you are to the server, and until when. Of servers that want no sign-in there is nothing to say. */
export function SignInSection({ serverId }: { readonly serverId: ServerId }) {
  const state = useSignIn(serverId)
  const facts = 'facts' in state ? state.facts : undefined
  if (!facts) return null
  return (
    <section aria-label="Sign-in">
      <Facts title="Sign-in" facts={factsIn(facts)} />
      <Actions serverId={serverId} facts={facts} />
    </section>
  )
}

function factsIn(facts: SignInFacts): readonly Fact[] {
  const { issuer, clientId, resource, obtainedAt, expiresAt, deviations } = facts
  return [
    explained('Issuer', issuer, 'The authorization server that gave the tokens.'),
    explained('Client', clientId === '' ? 'none' : clientId, clientWords(facts)),
    scopesFact(facts),
    ...(resource === undefined
      ? []
      : [explained('Resource', resource, 'The server that the tokens are for.')]),
    ['Obtained', momentOf(obtainedAt)],
    [
      'Expires',
      expiresAt === undefined ? (
        'not said by the authorization server'
      ) : (
        <Expiry key="expires" expiresAt={expiresAt} />
      )
    ],
    ['Renewal', renewalWords(facts)],
    ...(facts.isBoundToKey ? [['Bound', 'to a key that only Patchbay has (DPoP)'] as const] : []),
    ['Kept', keptWords(facts)],
    ...(deviations.length === 0
      ? []
      : [['Leaves the rules', <Deviations key="deviations" all={deviations} />] as const])
  ]
}

function scopesFact({ scopes, scopesCutFrom }: SignInFacts): Fact {
  const all = scopes.join(' ')
  if (scopes.length === 0) return ['Scopes', 'none']
  if (scopesCutFrom === undefined) return codeFact('Scopes', all)
  const many = count(scopesCutFrom, 'scope')
  return explained('Scopes', all, `${scopes.length} of ${many}. Patchbay shows no more.`)
}

function explained(term: string, value: string, meaning: string): Fact {
  return [
    term,
    <div key={term}>
      <code>
        <ServerText>{value}</ServerText>
      </code>
      <p className={styles['meaning']}>{meaning}</p>
    </div>
  ]
}

function momentOf(time: number): string {
  return dayOf(time, Date.now()) ?? shortTimeOfDay(time)
}

function renewalWords({ canRefresh, grant }: SignInFacts): string {
  if (grant !== 'authorization-code') return 'by itself, without you'
  return canRefresh ? 'by itself, shortly before the end' : 'only by signing in again'
}

function Expiry({ expiresAt }: { readonly expiresAt: number }) {
  const left = useSecondsLeft(expiresAt)
  return (
    <span role="timer">
      {momentOf(expiresAt)}, {leftWords(left)}
    </span>
  )
}

/** What the definition makes Patchbay do that the rules do not have. */
function Deviations({ all }: { readonly all: readonly string[] }) {
  return (
    <ul>
      {all.map((sentence) => (
        <li key={sentence} className={styles['found']}>
          <ServerText>{sentence}</ServerText>
        </li>
      ))}
    </ul>
  )
}

type ActionsProps = { readonly serverId: ServerId; readonly facts: SignInFacts }

function Actions({ serverId, facts }: ActionsProps) {
  const [isBusy, setIsBusy] = useState(false)
  const canRenew = facts.canRefresh || facts.grant !== 'authorization-code'

  async function busily(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      notify(error)
    }
    setIsBusy(false)
  }

  async function refresh(): Promise<void> {
    await request('signIn.refresh', { serverId })
    tell('The tokens are new.')
  }

  async function copyDocument(): Promise<void> {
    await navigator.clipboard.writeText(await request('signIn.clientDocument', { serverId }))
    tell(
      'The document is on the clipboard. Publish it at an https address, and name that address in the definition.'
    )
  }

  return (
    <div className={`${styles['buttons']} ${styles['below']}`}>
      <Button
        disabled={isBusy || !canRenew}
        title={
          canRenew ? 'Get new tokens now' : 'The authorization server gave nothing to renew with'
        }
        onClick={() => void busily(refresh)}
      >
        Refresh
      </Button>
      <Button
        disabled={isBusy}
        title={
          facts.canRevoke
            ? 'Tells the authorization server that the tokens are not needed any more, and forgets them'
            : 'Forgets the tokens. The authorization server offers no way to be told'
        }
        onClick={() => void busily(() => signOut(serverId))}
      >
        Sign out
      </Button>
      <Button
        disabled={isBusy}
        title="Forgets the tokens and the client here, and tells nobody"
        onClick={() => clearSignIn(serverId)}
      >
        Clear
      </Button>
      <Button
        title="What to serve at an https address, so that this address can be the client id of Patchbay"
        onClick={() => void busily(copyDocument)}
      >
        Copy document to publish
      </Button>
    </div>
  )
}
