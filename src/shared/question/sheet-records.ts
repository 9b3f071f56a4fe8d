/** The questions that the sheet of the main window shows, a record each. */
import { isObject, type Json } from '../json/json'
import { checkForm } from './form-fit'
import type { AuditParams, SheetRecord } from './record'
import type { SheetKind } from './asks'
import { riskOfAction, riskOfTool } from './risk'
import { judgeSampling } from './sampling-problems'

const TITLE_CHARS = 200
const ACTIONS = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const

export const SHEET_RECORDS: { readonly [Kind in SheetKind]: SheetRecord<Kind> } = {
  consent: {
    name: 'Consent',
    title: ({ action, details }) => [action, ...textsIn(details)].join(' · ').slice(0, TITLE_CHARS),
    around: ['', ' asks whether it may do this'],
    notice: 'asks for your consent',
    readFirst: 'Read to the end before you allow it.',
    unanswered: 'Denied',
    isYes: ({ isGranted }) => isGranted,
    word: ({ isGranted, rememberMs }) => {
      if (!isGranted) return 'denied'
      return rememberMs === undefined ? 'allowed' : 'allowed and remembered'
    },
    risk: ({ action, details, more }, claimed) => riskOfAction(action, [details, more], claimed),
    audit: {
      method: 'patchbay/consent',
      decision: ({ by }, result) => said(has(result, 'granted'), by, 'granted', 'denied')
    },
    method: 'consent/request'
  },

  approval: {
    name: 'Approval of a call',
    title: ({ tool }) =>
      tool === undefined
        ? 'Send a frame in which the call is not clear'
        : `Call ${tool.slice(0, TITLE_CHARS)}`,
    around: ['A call to ', ' needs your approval'],
    notice: 'has a tool that waits for your approval',
    readFirst: 'Read to the end before you have it called.',
    unanswered: 'Not called',
    isYes: ({ isApproved }) => isApproved,
    word: ({ isApproved }) => (isApproved ? 'approved' : 'not approved'),
    risk: ({ change, serverChange }, tool) => {
      const risk = riskOfTool(tool)
      if (!change && !serverChange) return risk
      return { level: 'high', reasons: ['It is no longer what it was.', ...risk.reasons] }
    },
    /** Whoever does not approve of a call does not allow the next ones by that. */
    judge: ({ tool, isUnlisted }, answer) => {
      const { isApproved, policy } = answer
      if (policy === undefined) return { answer }
      if (tool === undefined) {
        return { misfit: 'It is not clear which tool this would be set for.' }
      }
      if (policy === 'allow' && isUnlisted) return { misfit: unlisted(tool) }
      if (isApproved ? policy !== 'deny' : policy !== 'allow') return { answer }
      const misfit = isApproved
        ? 'A call that is made now cannot be denied from now on with the same answer.'
        : 'A call that is not made now cannot be allowed from now on with the same answer.'
      return { misfit }
    },
    audit: {
      method: 'patchbay/approval',
      decision: ({ by }, result) => said(has(result, 'isApproved'), by, 'approved', 'not approved')
    }
  },

  form: {
    name: 'Values',
    title: ({ message }) => message.slice(0, TITLE_CHARS),
    around: ['', ' asks you for values'],
    notice: 'asks you for values',
    readFirst: 'Read to the end before you send it.',
    unanswered: 'Cancelled',
    isYes: ({ action }) => action === 'accept',
    word: ({ action }) => ACTIONS[action],
    risk: ({ secretFields }) =>
      secretFields.length > 0
        ? { level: 'high', reasons: ['It seems to ask for something secret.'] }
        : { level: 'low', reasons: ['What you write goes to the server.'] },
    judge: (ask, answer) => {
      if (answer.action !== 'accept') return { answer }
      const { isForced, ...fitting } = answer
      const verdict = checkForm(ask, answer.content)
      if (verdict.kind !== 'fails') return { answer: fitting }
      if (isForced) return { answer }
      const [first] = verdict.findings
      const misfit = `The server asked for something else. ${first?.message ?? ''}`.trim()
      return { misfit, details: verdict.findings }
    },
    audit: { method: 'patchbay/elicitation', decision: elicited },
    method: 'elicitation/create'
  },

  url: {
    name: 'A page',
    title: ({ message }) => message.slice(0, TITLE_CHARS),
    around: ['', ' wants you to go to a page'],
    notice: 'wants you to go to a page',
    readFirst: 'Read to the end before you open it.',
    unanswered: 'Cancelled',
    isYes: ({ action }) => action === 'accept',
    word: ({ action }) => ACTIONS[action],
    risk: ({ link }) => {
      if (!link.isAllowed) return { level: 'high', reasons: [link.why] }
      if (link.warnings.length > 0) return { level: 'high', reasons: link.warnings }
      return { level: 'medium', reasons: ['It leads to a page that nobody here has looked at.'] }
    },
    judge: ({ link }, answer) =>
      answer.action === 'accept' && !link.isAllowed
        ? { misfit: `This link is not opened. ${link.why}` }
        : { answer },
    audit: { method: 'patchbay/elicitation', decision: elicited },
    method: 'elicitation/create'
  },

  sampling: {
    name: 'A model’s answer',
    title: ({ messages }) => lastTextIn(messages)?.slice(0, TITLE_CHARS) ?? 'A model’s answer',
    around: ['', ' asks for the answer of a model'],
    notice: 'asks for a model’s answer',
    readFirst: 'Read to the end before you send it.',
    unanswered: 'Declined',
    isYes: (answer) => 'result' in answer,
    word: (answer) => ('result' in answer ? 'answered' : 'declined'),
    risk: ({ includeContext, tools }) => {
      if (includeContext !== undefined && includeContext !== 'none') {
        const whose = includeContext === 'thisServer' ? 'it' : 'servers'
        const reason = `It wants what other conversations with ${whose} hold (${includeContext}); Patchbay adds nothing.`
        return { level: 'high', reasons: [reason] }
      }
      const reasons = [
        'The question is written by the server, and the answer goes to it.',
        ...(tools.length > 0 ? ['The model may ask for tools of the server.'] : [])
      ]
      return { level: 'medium', reasons }
    },
    judge: judgeSampling,
    audit: {
      method: 'patchbay/sampling',
      decision: ({ by, action }, result) => {
        if (isObject(result) && result['isAccepted'] === false) {
          return said(false, by, '', 'declined')
        }
        // A long question is cut, and nothing else tells an answer that was sent from one of a model.
        if (action === undefined && by === undefined) return undefined
        return action === undefined ? 'accepted' : 'answered'
      }
    },
    method: 'sampling/createMessage'
  },

  roots: {
    name: 'Folders',
    title: () => 'The folders it may work in',
    around: ['', ' asks which folders it may work in'],
    notice: 'asks which folders it may work in',
    readFirst: 'Read to the end before you share something.',
    unanswered: 'Nothing is shared',
    isYes: ({ isShared }) => isShared,
    word: ({ isShared }) => (isShared ? 'shared' : 'nothing shared'),
    risk: () => ({ level: 'medium', reasons: ['It learns where your folders are.'] }),
    audit: {
      method: 'patchbay/roots',
      decision: ({ by, action }, result) => {
        if (action === 'share') return 'shared'
        if (action === 'stop sharing') return 'no longer shared'
        const roots = isObject(result) ? result['roots'] : undefined
        if (!Array.isArray(roots)) return undefined
        return said(roots.length > 0, by, 'shared', 'nothing shared')
      }
    },
    method: 'roots/list'
  },

  scopes: {
    name: 'More access',
    title: ({ action, newScopes }) =>
      `More access for ${action}: ${newScopes.join(' ')}`.slice(0, TITLE_CHARS),
    around: ['', ' needs more access than you have granted'],
    notice: 'needs more access than you have granted',
    readFirst: 'Read to the end before you allow it.',
    unanswered: 'Denied',
    isYes: ({ isAllowed }) => isAllowed,
    word: ({ isAllowed }) => (isAllowed ? 'allowed' : 'denied'),
    risk: () => ({
      level: 'medium',
      reasons: [
        'The server can do more in your name with the new scopes, in this call and in others.'
      ]
    }),
    audit: {
      method: 'patchbay/scopes',
      decision: ({ by }, result) => said(has(result, 'isAllowed'), by, 'allowed', 'denied')
    }
  }
}

export function unlisted(tool: string): string {
  return `${tool} is not listed by its server now, so nobody knows what would be allowed. Open the server first.`
}

/** So that two questions that differ in little can be told apart in a list. */
function textsIn(details: Json | undefined): readonly string[] {
  const values: readonly unknown[] = isObject(details) ? Object.values(details) : []
  return values.filter((value) => typeof value === 'string').slice(0, 2)
}

function lastTextIn(messages: readonly Json[]): string | undefined {
  return messages
    .flatMap((message) => (isObject(message) ? message['content'] : []))
    .flatMap((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : []))
    .at(-1)
}

function elicited({ by }: AuditParams, result: unknown): string | undefined {
  const action = Object.entries(ACTIONS).find(([known]) => known === result)
  return said(result === 'accept', by, ACTIONS.accept, action?.[1])
}

/** By what was written down instead of a person. */
const UNDECIDED: ReadonlyMap<unknown, string> = new Map([
  ['cancelled', 'taken back'],
  ['closed', 'session ended'],
  ['expired', 'not answered']
])

function said(isYes: boolean, by: unknown, yes: string, no?: string): string | undefined {
  return isYes ? yes : (UNDECIDED.get(by) ?? no)
}

function has(result: unknown, name: string): boolean {
  return isObject(result) && result[name] === true
}
