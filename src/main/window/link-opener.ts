/** The only way from what a server wrote to the person's browser: through the gate, and their consent. */
import { dialog, shell, type BrowserWindow } from 'electron'
import { examineLink, LONGEST_SIGN_IN, type LinkReport } from '../../core/address/url-gate'
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

export function systemLinkOpening(parent: () => BrowserWindow | undefined): LinkOpening {
  return {
    ask: async ({ href, domain, warnings }) => {
      const options: Electron.MessageBoxOptions = {
        type: warnings.length > 0 ? 'warning' : 'question',
        message: `Open a page of ${domain} in your browser?`,
        detail: [href, ...warnings].join('\n\n'),
        buttons: ['Open', 'Cancel'],
        defaultId: warnings.length > 0 ? 1 : 0,
        cancelId: 1,
        noLink: true
      }
      const window = parent()
      const { response } = window
        ? await dialog.showMessageBox(window, options)
        : await dialog.showMessageBox(options)
      return response === 0
    },
    open: (href) => shell.openExternal(href)
  }
}
