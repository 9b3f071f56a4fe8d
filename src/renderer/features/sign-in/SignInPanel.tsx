import { X } from 'lucide-react'
import { request } from '../../bridge'
import { notify, tell } from '../../stores/notices'
import type { ServerSummary } from '../../../shared/server-config'
import type { SessionState } from '../../../shared/session-state'
import type { SignInState } from '../../../shared/sign-in'
import { useSignIn } from '../../stores/sign-ins'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { ServerText } from '../../ui/ServerText'
import { openAuthorization } from '../authorization/open-authorization'
import { diagnose } from '../doctor/diagnose'
import { openServer } from '../servers/session-actions'
import { cancelSignIn, dismissSignIn, openPageAgain, signIn } from './sign-in-actions'
import { BLAME_WORDS, STEP_WORDS } from './sign-in-words'
import { Steps } from './Steps'
import styles from './sign-in.module.css'

type Props = {
  readonly server: ServerSummary
  readonly state: SessionState
  /** There is nothing below it, and it has all the room. */
  readonly isAlone: boolean
}

/** Why somebody has to sign in, how far it has got, or what went wrong; nothing where nobody has to. */
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

type NeededProps = Pick<Props, 'server' | 'state'> & { readonly why: string }

function Needed({ server, state, why }: NeededProps) {
  return (
    <section className={styles['panel']} data-tone="busy" role="alert">
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h2>
            <ServerText>{server.name}</ServerText> wants you to sign in
          </h2>
          <p>
            <ServerText>{why}</ServerText> Sign in opens your browser. If you were given a token
            instead, put it into the definition.
          </p>
        </div>
        <Button isPrimary onClick={() => signIn(server.id)}>
          Sign in
        </Button>
        <OpenAgain server={server} state={state} />
        <Button title="Find out step by step why" onClick={() => diagnose(server.id)}>
          Diagnose
        </Button>
        <DebugButton server={server} />
      </div>
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
      <div className={styles['head']}>
        <div className={styles['words']} role="status">
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
        <Button onClick={() => cancelSignIn(server.id)}>Cancel</Button>
      </div>
      {isInBrowser && page !== undefined && <Page server={server} page={page} />}
      <Steps steps={steps} />
    </section>
  )
}

type FailedProps = KnownProps<'failed'> & Pick<Props, 'state'>

/** Who is let in another way, or is let in by now, need not sign in. */
function OpenAgain({ server, state }: Pick<Props, 'server' | 'state'>) {
  if (state.phase !== 'failed') return null
  return <Button onClick={() => openServer(server.id)}>Open again</Button>
}

function DebugButton({ server }: Pick<Props, 'server'>) {
  return (
    <Button title="See every step of signing in" onClick={() => openAuthorization(server.id)}>
      Debug authorization
    </Button>
  )
}

type PageProps = { readonly server: ServerSummary; readonly page: string }

/** Without what is secret in it: the whole address goes from main to the browser or the clipboard. */
function Page({ server, page }: PageProps) {
  async function copy(): Promise<void> {
    try {
      await request('signIn.copyPage', { serverId: server.id })
      tell('The address is on the clipboard. It is for your own browser, and for one sign-in.')
    } catch (error) {
      notify(error)
    }
  }

  return (
    <div className={styles['page']}>
      <code className={styles['address']} tabIndex={0} aria-label="Address of the page" role="note">
        <ServerText>{page}</ServerText>
      </code>
      <Button onClick={() => openPageAgain(server.id)}>Open again</Button>
      <Button onClick={() => void copy()}>Copy address</Button>
    </div>
  )
}

function Failed({ server, state, isAlone, known }: FailedProps) {
  const { why, blame, steps } = known
  // Whoever has stopped it themselves has no failure before them.
  const tone = blame === 'you' ? 'busy' : 'bad'
  const failed = steps.find(({ state }) => state === 'failed')
  return (
    <section className={styles['panel']} data-tone={tone} data-alone={isAlone} role="alert">
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h2>
            <ServerText>{why}</ServerText>
          </h2>
          <p>
            {BLAME_WORDS[blame]}
            {failed && ` It was at this step: ${STEP_WORDS[failed.id]}.`}
          </p>
        </div>
        <Button isPrimary onClick={() => signIn(server.id)}>
          Try again
        </Button>
        <OpenAgain server={server} state={state} />
        <Button title="Find out step by step why" onClick={() => diagnose(server.id)}>
          Diagnose
        </Button>
        <DebugButton server={server} />
        <IconButton
          label="Close what is said of the sign-in"
          onClick={() => dismissSignIn(server.id)}
        >
          <X aria-hidden="true" size={14} />
        </IconButton>
      </div>
      <Steps steps={steps} />
    </section>
  )
}
