import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ServerText } from '../../ui/text/ServerText'
import type { PlacedFinding } from './schema/finding-tree'
import styles from './schema-form.module.css'

/** `stack`: the label above the control. `row`: beside it. `bare`: somebody else has said it all. */
export type Layout = 'stack' | 'row' | 'bare'

type Props = {
  readonly id: string
  readonly pointer: string
  readonly layout: Layout
  /** The control has several controls in it. */
  readonly isGroup: boolean
  readonly label: ReactNode
  /** The label is a control of its own, in which the name is written. */
  readonly isWritable: boolean
  readonly spoken: string
  readonly title: string | undefined
  readonly isRequired: boolean
  readonly type: string
  /** Why the field is there though it need not be. */
  readonly note: string | undefined
  readonly description: string | undefined
  readonly hints: ReactNode
  readonly findings: readonly PlacedFinding[]
  readonly menu: ReactNode
  readonly actions: ReactNode
  /** Set where the fields inside can be put away. */
  readonly fold: Fold | undefined
  readonly children: ReactNode
}

export type Fold = { readonly isOpen: boolean; readonly onFold: () => void }

/** Everything around a control: what it is called, what is asked of it and what is wrong with it. */
export function FieldFrame(props: Props) {
  const { id, layout, isGroup, description, hints, findings, fold, children } = props
  const group = isGroup && layout !== 'bare' && { role: 'group', 'aria-label': props.spoken }
  return (
    <div
      className={styles['field']}
      data-layout={layout}
      data-pointer={layout === 'bare' ? undefined : props.pointer}
      {...group}
    >
      {layout !== 'bare' && <Header {...props} />}
      <div className={styles['body']} data-body="" data-indented={isGroup && layout !== 'bare'}>
        {layout !== 'row' && description !== undefined && fold?.isOpen !== false && (
          <Description>{description}</Description>
        )}
        {children}
        <div id={`${id}-about`} className={styles['about']}>
          {layout === 'row' && description !== undefined && (
            <Description>{description}</Description>
          )}
          {hints}
          <Findings findings={findings} />
        </div>
      </div>
      {layout === 'row' && (
        <span className={styles['actions']}>
          {props.actions}
          {props.menu}
        </span>
      )}
    </div>
  )
}

function Header(props: Props) {
  const { id, layout, label, isWritable, title, isRequired, type, note, menu, actions, fold } =
    props
  const Chevron = fold?.isOpen === true ? ChevronDown : ChevronRight
  return (
    <div className={styles['header']}>
      {isWritable ? label : <Name id={id} label={label} fold={fold} />}
      {fold && (
        <button
          type="button"
          className={styles['fold']}
          aria-label={`${fold.isOpen ? 'Fold' : 'Unfold'} ${props.spoken}`}
          aria-expanded={fold.isOpen}
          onClick={fold.onFold}
        >
          <Chevron aria-hidden="true" size={12} />
        </button>
      )}
      {title !== undefined && (
        <span className={styles['title']}>
          <ServerText>{title}</ServerText>
        </span>
      )}
      {isRequired && layout !== 'row' && <span className={styles['required']}>required</span>}
      {note !== undefined && <span className={styles['badge']}>{note}</span>}
      {layout !== 'row' && (
        <>
          <span className={styles['type']}>
            <ServerText>{type}</ServerText>
          </span>
          {actions}
          {menu}
        </>
      )}
    </div>
  )
}

type NameProps = Pick<Props, 'id' | 'label' | 'fold'>

/** A click on the name goes to the control, or to what is folded. */
function Name({ id, label, fold }: NameProps) {
  if (!fold) {
    return (
      <label className={styles['name']} htmlFor={id}>
        {label}
      </label>
    )
  }
  return (
    <span className={styles['name']} onClick={fold.onFold}>
      {label}
    </span>
  )
}

const SHORT_DESCRIPTION = 240

function Description({ children }: { readonly children: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = children.length > SHORT_DESCRIPTION || children.split('\n', 5).length > 4
  const cut = isLong && !isWhole
  return (
    <p className={styles['description']}>
      <span className={cut ? styles['clamped'] : undefined}>
        <ServerText>{children}</ServerText>
      </span>
      {isLong && (
        <button type="button" className={styles['link']} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'less' : 'more'}
        </button>
      )}
    </p>
  )
}

const MAX_FINDINGS = 4

function Findings({ findings }: { readonly findings: readonly PlacedFinding[] }) {
  const rest = findings.length - MAX_FINDINGS
  return (
    <>
      {findings.slice(0, MAX_FINDINGS).map(({ pointer, message }) => (
        <p key={`${pointer} ${message}`} className={styles['finding']}>
          {pointer !== '' && (
            <code>
              <ServerText>{pointer}</ServerText>
            </code>
          )}{' '}
          <ServerText>{message}</ServerText>
        </p>
      ))}
      {rest > 0 && <p className={styles['finding']}>And {rest} more.</p>}
    </>
  )
}
