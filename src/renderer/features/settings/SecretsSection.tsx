import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { SecretRecord, SecretsDescription } from '../../../shared/servers/configuration'
import { notify } from '../../stores/window/notices'
import { loadSecrets, useSecrets } from '../../stores/servers/secrets'
import { useServers } from '../../stores/servers/servers'
import { exactly, when } from '../../ui/time/day'
import { Button } from '../../ui/controls/Button'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { OtherSignIns } from './OtherSignIns'
import { removeSecret, askForSecret } from './secret-actions'
import { problemOfName } from './secret-name'
import styles from './settings.module.css'

/** Names and uses of secrets. Their values are written once, in main's own window, and never shown. */
export function SecretsSection() {
  const description = useSecrets((state) => state.description)
  const servers = useServers((state) => state.servers)
  const list = useRef<HTMLDivElement>(null)
  // Which servers ask for which secrets depends on the servers there are.
  useEffect(() => void loadSecrets().catch(notify), [servers])

  /** The button that was pressed goes away with its secret, so the list takes the focus. */
  function handleRemove(name: string): void {
    list.current?.focus({ preventScroll: true })
    void removeSecret(name)
  }

  if (!description) return <Skeleton rows={6} />
  const { secrets, missing } = description
  return (
    <>
      <Storage description={description} />
      {missing.length > 0 && <Missing missing={missing} />}
      <AddSecret names={secrets.map(({ name }) => name)} />
      <div ref={list} tabIndex={-1} className={styles['table']}>
        {secrets.length === 0 ? (
          <p className={styles['about']}>
            No secret is set. A definition asks for one as <code>{'${secret:NAME}'}</code>, where
            the value of a variable or a header would be.
          </p>
        ) : (
          <table aria-label="Secrets">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Used by</th>
                <th scope="col">Last set</th>
                <th scope="col">
                  <span className="ui-unseen">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {secrets.map((secret) => (
                <SecretRow key={secret.name} secret={secret} onRemove={handleRemove} />
              ))}
            </tbody>
          </table>
        )}
        {secrets.some(({ usedBy }) => usedBy.length === 0) && (
          <p className={styles['about']}>
            Servers of projects that are not open are not listed, and may use any of these.
          </p>
        )}
      </div>
      <OtherSignIns />
    </>
  )
}

function Storage({ description }: { readonly description: SecretsDescription }) {
  const { storage, explanation } = description
  if (storage === 'system') return <p className={styles['about']}>{explanation}</p>
  return (
    <p className={styles['warning']} role="note">
      <span aria-hidden="true">! </span>
      {explanation}
    </p>
  )
}

function Missing({ missing }: Pick<SecretsDescription, 'missing'>) {
  return (
    <section className={styles['missing']} aria-label="Missing secrets">
      <h3 className={styles['subtitle']}>
        <span aria-hidden="true">! </span>Missing
      </h3>
      <ul className={styles['rows']}>
        {missing.map(({ name, usedBy }) => (
          <li key={name} className={styles['record']}>
            <div className={styles['recordText']}>
              <code>
                <ServerText>{name}</ServerText>
              </code>
              <span className="ui-hint">
                Asked for by <ServerText>{usedBy.join(', ')}</ServerText>
              </span>
            </div>
            <Button aria-label={`Set ${name}…`} onClick={() => void askForSecret(name)}>
              Set…
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddSecret({ names }: { readonly names: readonly string[] }) {
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const id = useId()
  const isThere = names.includes(name)
  const problem = name === '' && !isTried ? undefined : problemOfName(name)

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    setIsTried(true)
    if (problemOfName(name) !== undefined) return
    void askForSecret(name)
    setName('')
    setIsTried(false)
  }

  return (
    <form className={styles['bar']} onSubmit={handleSubmit}>
      <input
        className={`ui-input ui-mono`}
        aria-label="Name of the secret"
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        placeholder="Name, such as GITHUB_TOKEN"
        value={name}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit">{isThere ? 'Replace…' : 'Add secret…'}</Button>
      <p id={id} className={problem === undefined ? 'ui-hint' : 'ui-problem'}>
        {problem ?? (isThere ? 'It is there already; this replaces its value.' : '')}
      </p>
    </form>
  )
}

type RowProps = {
  readonly secret: SecretRecord
  readonly onRemove: (name: string) => void
}

function SecretRow({ secret: { name, usedBy, setAt, isKept }, onRemove }: RowProps) {
  return (
    <tr>
      <td className={styles['what']}>
        <code>
          <ServerText>{name}</ServerText>
        </code>
      </td>
      <td className={styles['name']}>
        {usedBy.length === 0 ? (
          <span className="ui-hint">no listed server</span>
        ) : (
          <ServerText>{usedBy.join(', ')}</ServerText>
        )}
      </td>
      <td className={styles['word']}>
        <time title={exactly(setAt)}>{when(setAt)}</time>
        <span className={styles['kept']} data-kept={isKept}>
          {isKept ? 'kept' : '! this run only'}
        </span>
      </td>
      <td>
        <div className={styles['actions']}>
          <Button aria-label={`Replace ${name}…`} onClick={() => void askForSecret(name)}>
            Replace…
          </Button>
          <Button aria-label={`Delete ${name}`} onClick={() => onRemove(name)}>
            Delete
          </Button>
        </div>
      </td>
    </tr>
  )
}
