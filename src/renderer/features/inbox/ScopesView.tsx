import { ServerText } from '../../ui/text/ServerText'
import { DecisionFrame } from './item/DecisionFrame'
import type { ViewProps } from './item/view-props'
import styles from './item/inbox.module.css'

/** A call needs more than you have granted: you decide before any page opens. */
export function ScopesView({ ask, onAnswer, ...frame }: ViewProps<'scopes'>) {
  const { action, newScopes, allScopes, reason } = ask
  const before = allScopes.filter((scope) => !newScopes.includes(scope))
  return (
    <DecisionFrame
      {...frame}
      title="What you wanted to do"
      action={action}
      allowLabel="Allow and open browser"
      onDecide={(isAllowed) => onAnswer({ kind: 'scopes', isAllowed })}
    >
      <h4 className={styles['label']}>New permissions (scopes)</h4>
      <ScopeList scopes={newScopes} />
      <h4 className={styles['label']}>Permissions you have granted before</h4>
      {before.length === 0 ? <p>none</p> : <ScopeList scopes={before} />}
      {reason !== undefined && (
        <>
          <h4 className={styles['label']}>The server says</h4>
          <p className={styles['message']}>
            <ServerText>{reason}</ServerText>
          </p>
        </>
      )}
      <p className={styles['hint']}>
        If you allow this, your browser opens the page of the authorization server, which asks you
        for all of these permissions. Then Patchbay makes the call again. If you deny it, the call
        fails, and you stay signed in as before.
      </p>
    </DecisionFrame>
  )
}

function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <ul className={styles['scopes']}>
      {scopes.map((scope) => (
        <li key={scope}>
          <code>
            <ServerText>{scope}</ServerText>
          </code>
        </li>
      ))}
    </ul>
  )
}
