import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { visibleText } from '../../../shared/text/visible-text'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { ServerText } from '../../ui/text/ServerText'
import styles from './markdown.module.css'

/** Longer texts take too long to be understood as Markdown. */
export const MARKDOWN_LIMIT_CHARS = 40_000

/**
 * Text that is written in Markdown. Markup in it stays text, pictures are never fetched, and links
 * are followed by nobody but the person, after main has asked them.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles['markdown']}>
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        rehypePlugins={MARKS}
        components={COMPONENTS}
        urlTransform={asWritten}
      >
        {text.slice(0, MARKDOWN_LIMIT_CHARS)}
      </ReactMarkdown>
    </div>
  )
})

const PLUGINS = [remarkGfm]

/** An address is shown as it was written; whether it may be opened is decided in main. */
function asWritten(address: string): string {
  return address
}

/** A part of the page as react-markdown hands it over, as far as it matters here. */
type Node = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** Text becomes an element of our own, so that what is invisible in it can be shown. */
function markServerText() {
  return (tree: unknown): void => markIn(tree as Node)
}

const MARKS = [markServerText]

/** What stands between elements, where an element of ours would have no place. */
const BLANK = /^[ \t\n]*$/

function markIn(node: Node): void {
  if (!node.children) return
  node.children = node.children.map((child) => {
    if (child.type !== 'text' && child.type !== 'raw') {
      markIn(child)
      return child
    }
    if (BLANK.test(child.value ?? '')) return child
    const text = { type: 'text', value: child.value ?? '' }
    return { type: 'element', tagName: 'samp', properties: {}, children: [text] }
  })
}

type Linked = { readonly href?: string | undefined; readonly children?: ReactNode }
type Pictured = { readonly src?: unknown; readonly alt?: string | undefined }

const COMPONENTS: Components = {
  samp: ({ children }) => (typeof children === 'string' ? <ServerText>{children}</ServerText> : ''),
  a: Link,
  img: Picture,
  h1: ({ children }) => <h3 className={styles['h1']}>{children}</h3>,
  h2: ({ children }) => <h4 className={styles['h2']}>{children}</h4>,
  h3: ({ children }) => <h5 className={styles['h3']}>{children}</h5>,
  h4: ({ children }) => <h6 className={styles['h3']}>{children}</h6>,
  h5: ({ children }) => <h6 className={styles['h3']}>{children}</h6>,
  h6: ({ children }) => <h6 className={styles['h3']}>{children}</h6>,
  table: ({ children }) => (
    <div className={styles['table']} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => <span>{checked === true ? '☑' : '☐'} </span>
}

function Link({ href = '', children }: Linked) {
  if (href === '' || href.startsWith('#')) return <span>{children}</span>
  return (
    <button
      type="button"
      className={styles['link']}
      title={visibleText(href)}
      onClick={() => void request('link.open', { url: href }).catch(notify)}
    >
      {children}
      <span className={styles['address']}>
        {' '}
        (<ServerText>{shortened(hostOf(href))}</ServerText>)
      </span>
    </button>
  )
}

/** Where a link really leads, whatever it says. */
function hostOf(href: string): string {
  const url = URL.parse(href, 'https://relative.invalid')
  if (!url || url.host === '') return href
  return url.host === 'relative.invalid' ? href : url.host
}

function Picture({ src, alt = '' }: Pictured) {
  const address = typeof src === 'string' ? src : ''
  return (
    <span className={styles['picture']} title={visibleText(address)}>
      Picture, not loaded: <ServerText>{alt === '' ? 'without a name' : alt}</ServerText>{' '}
      <code>
        <ServerText>{shortened(address)}</ServerText>
      </code>
    </span>
  )
}

const SHOWN_ADDRESS = 200

function shortened(address: string): string {
  return address.length > SHOWN_ADDRESS ? `${address.slice(0, SHOWN_ADDRESS)}…` : address
}
