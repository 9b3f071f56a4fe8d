import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { request } from '../../bridge/bridge'
import { notify, tell } from '../../stores/window/notices'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { SessionState } from '../../../shared/servers/session-state'
import type { AuthStep, SignInState } from '../../../shared/sign-in/sign-in'
import { useSignIn } from '../../stores/servers/sign-ins'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton, type MenuEntry } from '../../ui/controls/Menu'
import { ServerText } from '../../ui/text/ServerText'
import { openAuthorization } from '../server/open-authorization'
import { diagnose } from '../server/diagnose'
import { editServer } from '../server/server-actions'
import { openServer } from '../server/session-actions'
import { cancelSignIn, dismissSignIn, openPageAgain, signIn } from '../server/sign-in-actions'
import { failureWords } from '../server/sign-in-words'
import { isWritable } from '../server/standing-words'
import { Steps } from './Steps'
import styles from './sign-in.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  /** There is nothing below it, and it has all the room. */
  readonly isAlone: boolean
}

/** Why you have to sign in, how far that has got, or what went wrong; nothing where nobody has to. */
export function SignInPanel({ server, state, isAlone }: Props) {
  const known = useSignIn(server.id)
  switch (known.phase) {
    case 'needed':
      return isTold(state) ? <Needed server={server} state={state} why={known.why} /> : null
    case 'under-way':
      return <UnderWay server={server} known={known} isAlone={isAlone} />
    case 'failed':
      return <Failed server={server} state={state} known={known} isAlone={isAlone} />
    case 'unknown':
    case 'signed-in':
      return null
  }
}

/** While it is closed or being opened, the button of the header is enough. */
function isTold({ phase }: SessionState): boolean {
  return phase === 'failed' || phase === 'ready' || phase === 'waiting'
}

type HeadProps = { readonly words: ReactNode; readonly actions: ReactNode }

function Head({ words, actions }: HeadProps) {
  return (
    <div className={styles['head']}>
      {words}
      <div className={styles['actions']}>{actions}</div>
    </div>
  )
}

type WaysProps = Pick<Props, 'server' | 'state'> & {
  /** What the button is called that signs in. */
  readonly label: string
}

/** What you can do about a server that does not let you in. */
function Ways({ server, state, label }: WaysProps) {
  return (
    <>
      <Button isPrimary onClick={() => signIn(server.id)}>
        {label}
      </Button>
      <MenuButton label="Other ways" entries={() => otherWays(server.id, state)}>
        <Button>
          Other ways <ChevronDown aria-hidden="true" size={14} />
        </Button>
      </MenuButton>
    </>
  )
}

function otherWays(serverId: ServerId, { phase }: SessionState): readonly MenuEntry[] {
  return [
    // The server may let you in by now, or in another way.
    ...(phase === 'failed' ? [{ label: 'Open again', onSelect: () => openServer(serverId) }] : []),
    { label: 'Diagnose', onSelect: () => diagnose(serverId) },
    { label: 'Debug authorization', onSelect: () => openAuthorization(serverId) }
  ]
}

type NeededProps = Pick<Props, 'server' | 'state'> & { readonly why: string }

function Needed({ server, state, why }: NeededProps) {
  return (
    <section className={styles['panel']} data-tone="busy" role="alert">
      <Head
        words={
          <div className={styles['words']}>
            <h2>
              <ServerText>{server.name}</ServerText> wants you to sign in
            </h2>
            <p>
              <ServerText>{why}</ServerText> Sign in opens your browser. If you were given a token
              instead, edit the server and put it in there.
            </p>
          </div>
        }
        actions={<Ways server={server} state={state} label="Sign in" />}
      />
    </section>
  )
}

type KnownProps<Phase extends SignInState['phase']> = {
  readonly server: ServerSummary
  readonly isAlone: boolean
  readonly known: Extract<SignInState, { phase: Phase }>
}

function UnderWay({ server, isAlone, known }: KnownProps<'under-way'>) {
  const { steps, isInBrowser, page } = known
  return (
    <section className={styles['panel']} data-alone={isAlone} aria-label="Sign-in">
      <Head
        words={
          <div className={styles['words']}>
            <div role="status">
              <h2>
                {isInBrowser ? (
                  'Waiting for you in the browser'
                ) : (
                  <>
                    Signing in to <ServerText>{server.name}</ServerText>
                  </>
                )}
              </h2>
            </div>
            {isInBrowser && (
              <p>Sign in on the page that has opened there. Patchbay goes on when you are done.</p>
            )}
          </div>
        }
        actions={
          <>
            {isInBrowser && page !== undefined && <PageButtons server={server} />}
            <Button onClick={() => cancelSignIn(server.id)}>Cancel</Button>
          </>
        }
      />
      <Details steps={steps} page={page} isAlone={isAlone} />
    </section>
  )
}

function PageButtons({ server }: Pick<Props, 'server'>) {
  async function copy(): Promise<void> {
    try {
      await request('signIn.copyPage', { serverId: server.id })
      tell('The address is on the clipboard. It is for your own browser, and for one sign-in.')
    } catch (error) {
      notify(error)
    }
  }

  return (
    <>
      <Button onClick={() => openPageAgain(server.id)}>Show page again</Button>
      <Button onClick={() => void copy()}>Copy address</Button>
    </>
  )
}

type DetailsProps = Pick<Props, 'isAlone'> & {
  readonly steps: readonly AuthStep[]
  /** Without what is secret in it: the whole address goes from main to the browser or the clipboard. */
  readonly page?: string | undefined
}

/** What happened so far. Beside a session that goes on, it opens only when you want it. */
function Details({ steps, page, isAlone }: DetailsProps) {
  if (steps.length === 0) return null
  return (
    <details className={styles['details']} open={isAlone}>
      <summary>Steps</summary>
      <Steps steps={steps} />
      {page !== undefined && (
        <p className={styles['page']} tabIndex={0} aria-label="Address of the page" role="note">
          Address of the page:{' '}
          <code>
            <ServerText>{page}</ServerText>
          </code>
        </p>
      )}
    </details>
  )
}

function Failed({ server, state, isAlone, known }: KnownProps<'failed'> & Pick<Props, 'state'>) {
  const { why, blame, steps } = known
  // Whoever has stopped it themselves has no failure before them.
  const tone = blame === 'you' ? 'busy' : 'bad'
  return (
    <section className={styles['panel']} data-tone={tone} data-alone={isAlone} role="alert">
      <Head
        words={
          <div className={styles['words']}>
            <h2>
              <ServerText>{why}</ServerText>
            </h2>
            <p>{failureWords(known)}</p>
          </div>
        }
        actions={
          <>
            {blame === 'definition' && isWritable(server.scope) && (
              <Button onClick={() => editServer(server)}>Edit</Button>
            )}
            <Ways server={server} state={state} label="Try again" />
            <IconButton label="Hide this message" onClick={() => dismissSignIn(server.id)}>
              <X aria-hidden="true" size={14} />
            </IconButton>
          </>
        }
      />
      <Details steps={steps} isAlone={isAlone} />
    </section>
  )
}
