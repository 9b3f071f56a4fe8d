import { Button } from '../../ui/Button'
import { ServerText } from '../../ui/ServerText'
import { ItemFrame } from './ItemFrame'
import type { ViewProps } from './ItemView'
import styles from './inbox.module.css'

/** What a call needs is not granted yet: the person decides before any page opens. */
export function ScopesView({ item, ask, repeats, problem, onAnswer }: ViewProps<'scopes'>) {
  const { action, newScopes, allScopes, reason } = ask
  const answer = (isAllowed: boolean): void => onAnswer({ kind: 'scopes', isAllowed })
  const before = allScopes.filter((scope) => !newScopes.includes(scope))
  return (
    <ItemFrame
      item={item}
      repeats={repeats}
      problem={problem}
      onAllow={() => answer(true)}
      onDeny={() => answer(false)}
      actions={({ isShielded, canAllow }) => (
        <>
          <Button shortcut="D" disabled={isShielded} onClick={() => answer(false)}>
            Deny
          </Button>
          <Button shortcut="A" disabled={!canAllow} onClick={() => answer(true)}>
            Allow and open browser
          </Button>
        </>
      )}
    >
      <h4 className={styles['label']}>What you wanted to do</h4>
      <p className={styles['action']}>
        <ServerText>{action}</ServerText>
      </p>
      <h4 className={styles['label']}>New scopes</h4>
      <ScopeList scopes={newScopes} />
      <h4 className={styles['label']}>Scopes you have granted before</h4>
      {before.length === 0 ? <p>none</p> : <ScopeList scopes={before} />}
      {reason !== undefined && (
        <>
          <h4 className={styles['label']}>The server says</h4>
          <p className={styles['message']}>
            <ServerText>{reason}</ServerText>
          </p>
        </>
      )}
      <p className={styles['subtle']}>
        If you allow it, your browser opens the page of the authorization server, which asks you for
        all of these. Then the call is made again. If you deny it, the call ends as the server
        refused it.
      </p>
    </ItemFrame>
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
