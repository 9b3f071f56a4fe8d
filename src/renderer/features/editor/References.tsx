import { useSecrets } from '../../stores/servers/secrets'
import { referencesIn, type Reference } from './value-references'
import { askForSecret } from '../settings/secret-actions'
import styles from './editor.module.css'

/** What a value asks for, each as a small mark; a secret that is not there can be set at once. */
export function References({ value }: { readonly value: string }) {
  const references = referencesIn(value)
  if (references.length === 0) return null
  return (
    <p className={styles['references']}>
      {references.map((reference, index) => (
        <Mark key={index} reference={reference} />
      ))}
    </p>
  )
}

function Mark({ reference: { kind, name, fallback } }: { readonly reference: Reference }) {
  const isMissing = useSecrets(
    ({ description }) =>
      kind === 'secret' &&
      description !== undefined &&
      !description.secrets.some((secret) => secret.name === name)
  )
  if (kind === 'secret') {
    return (
      <span className={styles['reference']}>
        secret {name} {isMissing && <span className={styles['missing']}>is not set</span>}
        <button type="button" onClick={() => void askForSecret(name)}>
          {isMissing ? 'Set…' : 'Replace…'}
        </button>
      </span>
    )
  }
  if (kind === 'input') {
    return <span className={styles['reference']}>input {name}, asked for at the start</span>
  }
  return (
    <span className={styles['reference']}>
      variable {name}
      {fallback !== undefined && `, or else “${fallback}”`}
    </span>
  )
}
