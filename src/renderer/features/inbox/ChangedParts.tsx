import { fromJson, isObject } from '../../../shared/json/json'
import { ServerText } from '../../ui/text/ServerText'
import { changedParts } from './changed-parts'
import { WholeValue } from './item/WholeValue'
import styles from './item/inbox.module.css'

type Props = { readonly before: string | undefined; readonly after: string }

/** What of a definition is no longer what it was: whole, so that nothing is overlooked. */
export function ChangedParts({ before, after }: Props) {
  if (before === undefined) {
    return (
      <>
        <p className={styles['hint']}>
          What it was is not known any more. This is what it is now, all of it:
        </p>
        <WholeValue value={asObject(after)} />
      </>
    )
  }
  const parts = changedParts(asObject(before), asObject(after))
  if (parts.length === 0) {
    return (
      <p className={styles['hint']}>
        What is no longer the same is hidden, or nested too deeply to be shown here. The traffic has
        the whole list.
      </p>
    )
  }
  return (
    <dl className={styles['members']}>
      {parts.map(({ name, was, is }) => (
        <div key={name}>
          <dt>
            <ServerText>{name}</ServerText>
          </dt>
          {was !== undefined && (
            <dd>
              <pre className={styles['text']} data-side="before" aria-label={`${name} before`}>
                <span aria-hidden="true">− </span>
                <ServerText>{was}</ServerText>
              </pre>
            </dd>
          )}
          {is !== undefined && (
            <dd>
              <pre className={styles['text']} data-side="after" aria-label={`${name} now`}>
                <span aria-hidden="true">+ </span>
                <ServerText>{is}</ServerText>
              </pre>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function asObject(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = fromJson(json)
  return isObject(value) ? value : {}
}
