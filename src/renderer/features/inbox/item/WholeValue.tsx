import { jsonForPeople } from '../../../../shared/json/indented-json'
import { isObject } from '../../../../shared/json/json'
import { ServerText } from '../../../ui/text/ServerText'
import styles from './inbox.module.css'

/** More of them would stall the window, and are a single text. */
const MOST_MEMBERS = 500

/** Everything that is in a value: nothing is folded, cut or left unseen. */
export function WholeValue({ value }: { readonly value: unknown }) {
  if (!isObject(value)) return <Text value={value} />
  const members = Object.entries(value)
  if (members.length > MOST_MEMBERS) return <Text value={value} />
  if (members.length === 0) return <p className={styles['hint']}>Nothing.</p>
  return (
    <dl className={styles['members']}>
      {members.map(([name, member]) => (
        <div key={name}>
          <dt>
            <ServerText>{name}</ServerText>
          </dt>
          <dd>
            <Text value={member} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Text({ value }: { readonly value: unknown }) {
  return (
    <pre className={styles['text']}>
      <ServerText>{typeof value === 'string' ? value : jsonForPeople(value)}</ServerText>
    </pre>
  )
}
