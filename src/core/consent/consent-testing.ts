/** For tests: everything that is behind the inbox, and a person who decides what the test says. */
import { expect } from 'vitest'
import { z } from 'zod'
import type { ServerId } from '../../shared/protocol/ids'
import type { InboxItem } from '../../shared/question/inbox'
import { RECORDS, type SheetAnswer } from '../../shared/question/records'
import type { AuditEntry, AuditEnd } from '../audit/auditing'
import type { Clock } from '../time/clock'
import type { Loss } from '../disk/state-file'
import type { Inputs } from '../conversation/input'
import { Grants } from './grants'
import { Inbox } from './inbox'
import { inboxInputs, type InboxInputsParts } from './inbox-inputs'
import { RootLists } from './root-lists'

export type Person = {
  readonly inbox: Inbox
  readonly grants: Grants
  readonly rootLists: RootLists<ServerId>
  readonly inputs: Inputs
  readonly records: (AuditEntry & AuditEnd)[]
  /** The addresses that were opened. */
  readonly opened: string[]
  /** What may be seen nowhere from then on. */
  readonly hidden: string[]
  /** Waits for the next question, and resolves with it. */
  readonly nextItem: () => Promise<InboxItem>
  readonly answer: (answer: SheetAnswer) => Promise<InboxItem>
}

/** For what is compared: a text that the pattern is found in. A bare pattern there compares nothing. */
export function like(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string
}

export type PersonOptions = {
  readonly clock: Clock
  readonly perMinute?: number
  /** The audit log cannot be written. */
  readonly isAuditBroken?: boolean
  /** By default every server is always the same. */
  readonly identify?: InboxInputsParts['identify']
  readonly projectRoots?: InboxInputsParts['projectRoots']
  readonly running?: InboxInputsParts['running']
  readonly onRoots?: (person: Person) => void
}

export function somePerson(options: PersonOptions): Person {
  const { clock, perMinute = 10, isAuditBroken = false } = options
  const waiting = new Set<() => void>()
  const records: Person['records'] = []
  const opened: string[] = []
  const hidden: string[] = []
  const seen = new Set<number>()
  const inbox = new Inbox({ clock, onChange: () => waiting.forEach((look) => look()) })
  const complain = (message: string): never => {
    throw new Error(message)
  }
  const onLoss = ({ message }: Loss): never => complain(message)
  const grants = new Grants({ clock, onChange: () => undefined, onLoss, complain })
  const rootLists = new RootLists<ServerId>({
    clock,
    onChange: () => options.onRoots?.(person),
    onLoss,
    complain
  })
  const inputs = inboxInputs({
    inbox,
    grants,
    rootLists,
    ...(options.projectRoots && { projectRoots: options.projectRoots }),
    ...(options.running && { running: options.running }),
    clock,
    perMinute: () => perMinute,
    identify:
      options.identify ?? (() => ({ name: 'faulty', hash: 'same', tools: 'none', running: [] })),
    openPage: async (href) => void opened.push(href),
    hide: (values) => void hidden.push(...values),
    audit: {
      intend: async (entry) => {
        if (isAuditBroken) throw new Error('The audit log cannot be written: the disk is full.')
        return (end) => void records.push({ ...entry, ...end })
      },
      note: (record) => void records.push(record)
    }
  })
  const nextItem = (): Promise<InboxItem> =>
    new Promise((resolve) => {
      const look = (): void => {
        const unseen = inbox.state().items.find(({ id }) => !seen.has(id))
        if (!unseen) return
        waiting.delete(look)
        seen.add(unseen.id)
        resolve(inbox.item(unseen.id))
      }
      waiting.add(look)
      look()
    })
  const answer = async (given: SheetAnswer): Promise<InboxItem> => {
    const item = await nextItem()
    // What core asks is what the record of its kind says.
    RECORDS[item.ask.kind].ask(z).parse(item.ask)
    inbox.answer(item.id, given)
    return item
  }
  const person: Person = {
    inbox,
    grants,
    rootLists,
    inputs,
    records,
    opened,
    hidden,
    nextItem,
    answer
  }
  return person
}
