import { useId } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { SERVER_POLICIES } from '../../../shared/question/inbox'
import { policiesOf, usePolicies } from '../../stores/calls/policies'
import { Field } from '../../ui/controls/Field'
import { setPolicy } from '../inbox/item/inbox-actions'
import { UNSET_WORDS } from '../inbox/item/inbox-words'
import { PolicySelect } from '../inbox/item/PolicySelect'
import styles from './info.module.css'

/** What happens before a call of any tool of the server, also of one that it does not have yet. */
export function ServerPolicyField({ serverId }: { readonly serverId: ServerId }) {
  const id = useId()
  const records = usePolicies((state) => state.records)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        Calls of its tools
      </h2>
      <Field
        label="Before a call"
        hint="Holds for every tool that has nothing set of its own, also for new ones. Tools are allowed one by one, under their Options."
      >
        {(control) => (
          <PolicySelect
            {...control}
            value={policiesOf(records, serverId).ofOthers}
            policies={SERVER_POLICIES}
            unset={UNSET_WORDS.server}
            onChange={(policy) => setPolicy(serverId, undefined, policy)}
          />
        )}
      </Field>
    </section>
  )
}
