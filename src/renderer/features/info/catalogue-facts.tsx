import type { Catalogue } from '../../../shared/calls/catalogue'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import type { Fact } from './Facts'
import styles from './info.module.css'

export function catalogueFacts(catalogue: Catalogue): readonly Fact[] {
  const { tools, resources, resourceTemplates, prompts } = catalogue
  return [
    ['Tools', <Names key="tools" names={tools.map(({ name }) => name)} />],
    ['Resources', <Names key="resources" names={resources.map(({ uri }) => uri)} />],
    [
      'Templates',
      <Names key="templates" names={resourceTemplates.map(({ uriTemplate }) => uriTemplate)} />
    ],
    ['Prompts', <Names key="prompts" names={prompts.map(({ name }) => name)} />]
  ]
}

const SHOWN_NAMES = 200
const SHOWN_CHARS = 200

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return 'none'
  const rest = names.length - SHOWN_NAMES
  return (
    <>
      {names.length.toLocaleString('en-GB')}
      <ul className={styles['names']}>
        {names.slice(0, SHOWN_NAMES).map((name, index) => (
          <li key={index}>
            <ServerText>{name.slice(0, SHOWN_CHARS)}</ServerText>
          </li>
        ))}
        {rest > 0 && <li>and {count(rest, 'more', 'more')}</li>}
      </ul>
    </>
  )
}
