import { useMemo } from 'react'
import { useObjectUrl } from './body/use-object-url'
import styles from './content.module.css'

/** Stands before anything the server wrote, so that it holds for all of it. */
const HEAD = [
  '<!doctype html><meta charset="utf-8">',
  '<meta http-equiv="Content-Security-Policy" content="',
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; ",
  "form-action 'none'; base-uri 'none'\">",
  '<meta http-equiv="x-dns-prefetch-control" content="off">',
  '<meta name="referrer" content="no-referrer">'
].join('')

/** A page from a server, which can run nothing, fetch nothing and lead nowhere. */
export function HtmlFrame({ html }: { readonly html: string }) {
  const blob = useMemo(() => new Blob([HEAD, html], { type: 'text/html' }), [html])
  const url = useObjectUrl(blob)
  return (
    <>
      <p className={styles['note']}>
        Shown without scripts and without anything from elsewhere. The whole is under Source.
      </p>
      {url !== undefined && (
        <iframe
          className={styles['page']}
          title="Page from the server"
          sandbox=""
          referrerPolicy="no-referrer"
          src={url}
        />
      )}
    </>
  )
}
