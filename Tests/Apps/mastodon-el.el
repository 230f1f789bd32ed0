;;; mastodon-el.el --- Tests of the server with mastodon.el, in batch mode  -*- lexical-binding: t; -*-

;; The environment has the address of the server (APPS_URL), the user (APPS_USER) and a picture (APPS_PHOTO). Standard
;; input has the authorization code, which Emacs prompts for. Each line of the output starts with the name of a step.

(require 'cl-lib)
;; The certificate of the test is its own issuer, which Emacs would ask about.
(setq network-security-level 'low
      user-emacs-directory (file-name-as-directory (getenv "HOME"))
      url-configuration-directory (concat user-emacs-directory "url/")
      request-storage-directory (concat user-emacs-directory "request/"))
(package-initialize)
(require 'mastodon)
(require 'mastodon-auth)
(require 'mastodon-client)
(require 'mastodon-tl)
(require 'mastodon-toot)
(require 'mastodon-search)
(require 'mastodon-notifications)
(require 'mastodon-profile)

(setq mastodon-instance-url (getenv "APPS_URL")
      mastodon-active-user (getenv "APPS_USER")
      mastodon-client--token-file (concat user-emacs-directory "mastodon.plstore")
      mastodon-tl--display-media-p nil
      mastodon-tl--show-avatars nil
      mastodon-tl--enable-relative-timestamps nil)

;; Emacs without windows cannot draw pictures, which mastodon.el does not expect.
(unless (fboundp 'image-transforms-p)
  (defun image-transforms-p (&optional _frame) nil)
  (advice-add 'create-image :override (lambda (&rest _) '(image :type png))))

(defun apps-print (step text)
  "Print the TEXT of a STEP on one line."
  (princ (format "\n%s: %s\n" step (replace-regexp-in-string "\n" " ¶ " (format "%s" text)))))

(defun apps-wait (condition)
  "Wait until CONDITION returns a value, and return it."
  (let ((deadline (+ (float-time) 20)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) deadline))
      (accept-process-output nil 0.02))
    (or value (error "Nothing happened: %S" condition))))

(defun apps-shown (name)
  "Return the text of the buffer NAME once it has a status."
  (apps-wait (lambda ()
               (when (get-buffer name)
                 (with-current-buffer name
                   (and (text-property-not-all (point-min) (point-max) 'toot-id nil)
                        mastodon-tl--buffer-spec
                        (buffer-substring-no-properties (point-min) (point-max))))))))

(defun apps-yes (&rest _) "Answer yes." t)
(advice-add 'y-or-n-p :override #'apps-yes)

;; The login: registers the app, shows the address and reads the code from standard input.
(defun apps-log-in ()
  "Print the address of the page for the login, and log in with the code from standard input."
  (apps-print "authorize" (mastodon-auth--get-browser-login-url))
  (unless (equal (getenv "APPS_STEP") "register")
    (apps-print "token" (if (mastodon-auth--access-token) "yes" "no"))
    (apps-print "account" (mastodon-auth--user-acct))))

(defun apps-post ()
  "Post a photo."
  (mastodon-toot)
  (apps-wait (lambda () mastodon-toot--max-toot-chars))
  (apps-print "limit" mastodon-toot--max-toot-chars)
  (with-current-buffer "*new toot*"
    (goto-char (point-max))
    (insert "Posted from Emacs #emacs")
    (mastodon-toot--attach-media (getenv "APPS_PHOTO") "image/jpeg" "Described in Emacs")
    (apps-wait (lambda () mastodon-toot--media-attachment-ids))
    (mastodon-toot--send))
  (apps-print "posted" (if (get-buffer "*new toot*") "no" "yes")))

(defun apps-read ()
  "Read the home timeline, and act on its newest status."
  (mastodon-tl--get-home-timeline)
  (apps-print "home" (apps-shown "*mastodon-home*"))
  (with-current-buffer "*mastodon-home*"
    (switch-to-buffer (current-buffer))
    (goto-char (point-min))
    (mastodon-tl--goto-next-toot)
    (apps-print "newest" (mastodon-tl--property 'toot-id))
    (apps-print "described" (alist-get 'description (aref (alist-get 'media_attachments (mastodon-tl--property 'toot-json)) 0)))
    (mastodon-toot--toggle-favourite)
    (goto-char (point-min))
    (mastodon-tl--goto-next-toot)
    (mastodon-toot--bookmark-toot-toggle)
    (let ((before (length (buffer-string))))
      (goto-char (point-max))
      (mastodon-tl--more)
      (apps-wait (lambda () (> (length (buffer-string)) before)))
      (apps-print "older" (- (length (buffer-string)) before)))
    (mastodon-tl--update)
    (goto-char (point-min))
    (mastodon-tl--goto-next-toot)
    (mastodon-tl--thread))
  (mastodon-profile--view-favourites)
  (apps-print "favourites" (apps-shown "*mastodon-favourites*"))
  (mastodon-profile--view-bookmarks)
  (apps-print "bookmarks" (apps-shown "*mastodon-bookmarks*"))
  (mastodon-notifications--get)
  (apps-print "notifications" (apps-shown "*mastodon-notifications*"))
  (mastodon-search--search-query "emacs")
  (apps-print "search" (with-current-buffer "*mastodon-search-emacs*" (buffer-substring-no-properties (point-min) (point-max))))
  (mastodon-profile--make-author-buffer (mastodon-profile--search-account-by-handle (getenv "APPS_USER")))
  (apps-print "profile" (apps-shown (format "*mastodon-%s-statuses*" (getenv "APPS_USER")))))

(defun apps-delete ()
  "Delete the newest status of the user's profile."
  (with-current-buffer (format "*mastodon-%s-statuses*" (getenv "APPS_USER"))
    (switch-to-buffer (current-buffer))
    (goto-char (point-min))
    (mastodon-tl--goto-next-toot)
    (let ((id (mastodon-tl--property 'toot-id)))
      (mastodon-toot--delete-toot)
      (apps-print "deleted" id))))

(apps-log-in)
(unless (equal (getenv "APPS_STEP") "register")
  (apps-post)
  (apps-read)
  (apps-delete))
;;; mastodon-el.el ends here
