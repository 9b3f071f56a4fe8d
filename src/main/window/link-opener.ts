/** The only way from what a server wrote to the person's browser: through the gate, and their consent. */
import { shell } from 'electron'
import { examineLink, LONGEST_SIGN_IN, type LinkReport } from '../../core/address/url-gate'
import type { ConfirmSubject } from '../../shared/question/prompt'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'

export type AllowedLink = Extract<LinkReport, { isAllowed: true }>

export type LinkOpening = {
  readonly ask: (link: AllowedLink) => Promise<boolean>
  readonly open: (href: string) => Promise<void>
}

export function linkOpener({ ask, open }: LinkOpening): (url: string) => Promise<void> {
  return async (url) => {
    const link = examineLink(url)
    if (!link.isAllowed) {
      const message = `This link is not opened. ${link.why}`
      throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
    }
    if (await ask(link)) await open(link.href)
  }
}

/** For the page of a sign-in, which the person has just asked for. */
export function signInOpener({ open }: Pick<LinkOpening, 'open'>): (url: string) => Promise<void> {
  return async (url) => {
    const link = examineLink(url, LONGEST_SIGN_IN)
    if (link.isAllowed) return open(link.href)
    const message = `The page of the authorization server is not opened. ${link.why}`
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }
}

/** As it is put before you, in main's own window. */
export function linkSubject({ href, domain, warnings }: AllowedLink): ConfirmSubject {
  return {
    title: `Open a page of ${domain} in your browser?`,
    intro: 'This is exactly where it leads.',
    warnings,
    lines: [{ label: 'address', text: href }],
    accept: 'Open',
    hint: ''
  }
}

export function openInBrowser(href: string): Promise<void> {
  return shell.openExternal(href)
}
