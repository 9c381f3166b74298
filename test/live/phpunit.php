<?php
// Names of PHPUnit 5, for which the suite of the PHP SDK was written, in PHPUnit 9, which PHP 8 needs.
require 'GuzzleHttp/autoload.php';

function declareWrapper() {
  class PHPUnit_Framework_ExceptionWrapper extends PHPUnit\Framework\Exception {
    public function __construct(Throwable $error) {
      $details = method_exists($error, 'getErrorUserMessage') ? $error->getErrorUserMessage() : '';
      parent::__construct($error->getMessage() . ' ' . $details);
    }
  }
}

spl_autoload_register(function ($name) {
  if ($name === 'PHPUnit_Framework_ExceptionWrapper') {
    declareWrapper();
  } elseif (strpos($name, 'PHPUnit_Framework_') === 0) {
    class_alias(strtr($name, '_', '\\'), $name);
  }
});
