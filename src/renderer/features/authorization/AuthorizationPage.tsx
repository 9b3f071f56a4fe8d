import { useEffect, useState } from 'react'
import {
  DEFAULT_AUTH_REVISION,
  type AuthDebugReport,
  type AuthDebugWish
} from '../../../shared/sign-in/auth-debug'
import { request } from '../../bridge/bridge'
import {
  keyOf,
  updateAuthDebug,
  useAuthDebug,
  type AuthTarget
} from '../../stores/servers/auth-debug'
import { notify } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { useView } from '../../stores/window/view'
import { EmptyState } from '../../ui/panes/EmptyState'
import { Skeleton } from '../../ui/panes/Skeleton'
import { TwoPanes } from '../../ui/panes/TwoPanes'
import { Controls } from './Controls'
import { Differences } from './Differences'
import { RunBar } from './RunBar'
import { tellingStep } from './run-words'
import { StepDetail } from './StepDetail'
import { StepList, type Shown } from './StepList'

const USUAL: AuthDebugWish = { revision: DEFAULT_AUTH_REVISION, registration: 'auto' }

/** Every step of the authorization of one server, or of an address that is not saved. */
export function AuthorizationPage() {
  const debugging = useView((state) => state.debugging)
  const key = debugging?.serverId ?? 'address'
  return <Debugger key={key} serverId={debugging?.serverId} />
}

type Props = {
  readonly serverId: Extract<AuthTarget, { serverId: unknown }>['serverId'] | undefined
}

function Debugger({ serverId }: Props) {
  const [address, setAddress] = useState(useView.getState().debugging?.url ?? '')
  const [wish, setWish] = useState(USUAL)
  const server = useServers(({ servers }) => servers.find(({ id }) => id === serverId))
  const target: AuthTarget = serverId === undefined ? { url: address } : { serverId }
  const report = useAuthDebug(({ byTarget }) => byTarget[keyOf(target)])
  useEffect(() => {
    request('authDebug.list').then(
      (reports) => reports.forEach((each) => updateAuthDebug(each)),
      notify
    )
  }, [])
  const name = server?.name ?? (serverId === undefined ? 'an address' : serverId)
  return (
    <div className="ui-pane">
      <Controls
        name={name}
        target={target}
        isAddress={serverId === undefined}
        needsBrowser={!server?.credentials?.some(({ kind }) => kind === 'grant')}
        address={address}
        wish={wish}
        report={report}
        onAddress={setAddress}
        onWish={setWish}
      />
      {report ? <Run key={report.runId} report={report} /> : <NotRunYet />}
    </div>
  )
}

function NotRunYet() {
  return (
    <EmptyState title="See every step of signing in">
      Run signs in as any client would, and judges each answer by the rules of MCP and OAuth. Step
      by step waits before each request, so that you can look at it and change it. What if makes one
      mistake on purpose, and shows how the other side reacts. Your own sign-in stays as it is.
    </EmptyState>
  )
}

function Run({ report }: { readonly report: AuthDebugReport }) {
  const [chosen, setChosen] = useState<Shown>()
  const shown = chosen ?? tellingStep(report)?.id
  const step = report.steps.find(({ id }) => id === shown)
  return (
    <>
      <RunBar report={report} />
      <div className="ui-fill">
        <TwoPanes
          name="authorization"
          edgeLabel="Width of the steps"
          first={{
            id: 'steps',
            minSize: 240,
            defaultSize: '32%',
            children: <StepList report={report} shown={shown} onShow={setChosen} />
          }}
          second={{
            id: 'step',
            minSize: 320,
            children:
              shown === 'differences' ? (
                <Differences differences={report.differences} />
              ) : step ? (
                <StepDetail report={report} step={step} />
              ) : (
                <Skeleton rows={5} />
              )
          }}
        />
      </div>
    </>
  )
}
