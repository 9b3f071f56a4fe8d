import type { RpcErrorObject } from '../../../shared/protocol/json-rpc'
import type { BodyPart } from '../content/body/body-part'
import { JsonContent } from '../content/JsonContent'
import content from '../content/content.module.css'

/** Stands for an answer that could not be taken for one. */
const NO_ANSWER_CODE = 0

type Props = {
  readonly error: RpcErrorObject
  /** Where the data is kept, when not all of it is here. */
  readonly body?: BodyPart
}

/** What a server sends along with an error, as it is. */
export function ErrorDetails({ error: { code, data }, body }: Props) {
  if (data === undefined) return null
  return (
    <div className={content['blocks']}>
      <JsonContent
        kind={code === NO_ANSWER_CODE ? 'What came instead of an answer' : 'Data of the error'}
        value={data}
        body={body}
      />
    </div>
  )
}
